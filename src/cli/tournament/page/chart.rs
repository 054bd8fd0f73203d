//! Lines over time, as a picture in the page.

use super::html::escaped;
use plotters::prelude::*;

/// Colours that are told apart, on light ground; they come again after that.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 104, 181),
    RGBColor(160, 74, 0),
    RGBColor(0, 110, 76),
    RGBColor(166, 60, 138),
    RGBColor(90, 90, 90),
    RGBColor(115, 86, 0),
    RGBColor(178, 34, 34),
    RGBColor(72, 61, 139),
];

/// A name, and its points.
pub type Line = (String, Vec<(f64, f64)>);

/// A line for each name, with its name at its end in the legend; `None` when there is nothing to draw.
pub fn svg(lines: &[Line], name: &str, x: &str, y: &str) -> Option<String> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let (low, high) = points().fold((f64::MAX, f64::MIN), |(low, high), (_, y)| (low.min(*y), high.max(*y)));
    let last = points().map(|(x, _)| *x).fold(0.0, f64::max);
    if last <= 0.0 || low > high {
        return None;
    }
    let mut out = String::new();
    {
        let area = SVGBackend::with_string(&mut out, (860, 380)).into_drawing_area();
        let margin = (high - low).max(1.0) * 0.05;
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last, low - margin..high + margin)
            .ok()?;
        chart
            .configure_mesh()
            .x_desc(x)
            .y_desc(y)
            .label_style(("sans-serif", 14))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .light_line_style(TRANSPARENT)
            .draw()
            .ok()?;
        for (at, (_, points)) in lines.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2))).ok()?;
        }
        area.present().ok()?;
    }
    let svg = out.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", escaped(name)), 1);
    let entry = |(at, (name, _)): (usize, &Line)| {
        format!("<li class=\"c{}\">{}</li>", at % COLOURS.len(), escaped(name))
    };
    let legend: String = lines.iter().enumerate().map(entry).collect();
    Some(format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{svg}</div><ul class=\"legend\">{legend}</ul>",
        escaped(name)
    ))
}
