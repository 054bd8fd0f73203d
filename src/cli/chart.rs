//! A line chart as an SVG picture. On a page, its colors come from the style sheet, so that they fit both light and dark
//! mode. The name of each line is at the line's end.

use super::tournament::page::html::escaped;
use std::fmt::Write;

/// The style of a chart on a page. The page has to define the colors of its own text and lines.
pub const STYLE: &str = include_str!("chart.css");

/// The number of hues that are easy to tell apart. The lines first use all hues with one dash style, then all hues with
/// the next dash style.
const HUES: usize = 10;
/// The number of dash styles in the style sheet.
const DASHES: usize = 4;
/// The width of the picture, in SVG units.
const WIDTH: f64 = 900.0;
/// The margins around the lines, in SVG units.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 186.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 40.0;
/// The minimum vertical distance between two names, in SVG units.
const NAME_HEIGHT: f64 = 14.0;
/// The maximum length of a name, in characters. Longer names would not fit to the right of the lines.
const NAME_MAX: usize = 19;

/// A line of the chart.
pub struct Line {
    pub name: String,
    /// The CSS classes, such as those of [`look`].
    pub look: String,
    pub points: Vec<(f64, f64)>,
}

/// A vertical mark at a value of the x axis.
pub struct Mark {
    pub x: f64,
    /// The text that appears when the pointer is on the mark.
    pub title: String,
}

/// The scale that converts values into coordinates of the picture.
struct Scale {
    last: f64,
    low: f64,
    high: f64,
    height: f64,
}

impl Scale {
    /// Returns the scale for these lines, or `None` if there is nothing to draw.
    fn of(lines: &[Line], height: f64) -> Option<Scale> {
        let points = || lines.iter().flat_map(|line| &line.points);
        let last = points().map(|(x, _)| *x).fold(0.0, f64::max);
        let low = points().map(|(_, y)| *y).fold(f64::MAX, f64::min);
        let high = points().map(|(_, y)| *y).fold(f64::MIN, f64::max);
        let margin = (high - low).max(1.0) * 0.05;
        (last > 0.0 && low <= high).then_some(Scale { last, low: low - margin, high: high + margin, height })
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + value / self.last * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (self.high - value) / (self.high - self.low) * (self.height - TOP - BOTTOM)
    }

    /// Returns about five round numbers between the two ends of an axis.
    fn steps(low: f64, high: f64) -> Vec<f64> {
        let rough = (high - low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|by| by * power).find(|step| *step >= rough);
        let step = step.unwrap_or(power).max(f64::MIN_POSITIVE);
        let first = (low / step).ceil();
        (0..12).map(|number| (first + f64::from(number)) * step).take_while(|value| *value <= high).collect()
    }
}

/// Returns a chart of these lines for a page, or `None` if there is nothing to draw. `name` is the title of the chart,
/// and `x` and `y` are the titles of its axes.
pub fn svg(lines: &[Line], name: &str, x: &str, y: &str) -> Option<String> {
    let drawn = drawing(lines, &[], name, "", x, y)?;
    let name = escaped(name);
    Some(format!("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">{drawn}</div>"))
}

/// Returns a chart as the content of an SVG file, with a white background, or `None` if there is nothing to draw.
pub fn svg_file(lines: &[Line], marks: &[Mark], name: &str, x: &str, y: &str) -> Option<String> {
    // Programs other than browsers may not know variables in style sheets.
    let colours = STYLE.split(".hue").skip(1).filter_map(|rule| {
        let (hue, rest) = rule.split_once(' ')?;
        let (_, colour) = rest.split_once("--light: ")?;
        Some(format!(".hue{hue} {{ color: {}; }}", &colour[..colour.find(';')?]))
    });
    let style = format!(
        "<style>{} text {{ font: 12px sans-serif; fill: #5a616c; }} .grid {{ stroke: #e1e4e9; }} .mark {{ stroke: #8a919c; stroke-dasharray: 3 3; }} .line text {{ font-weight: 600; fill: #16181c; }} .line polyline, .line path {{ fill: none; stroke: currentColor; stroke-width: 2; }} .line .lead {{ stroke-width: 1; }} .line .near {{ stroke: none; }}</style><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        colours.collect::<Vec<_>>().join(" ")
    );
    Some(drawing(lines, marks, name, &style, x, y)? + "\n")
}

/// Returns the `svg` element of a chart. `before` is drawn first.
fn drawing(lines: &[Line], marks: &[Mark], name: &str, before: &str, x: &str, y: &str) -> Option<String> {
    let height = (lines.len() as f64 * NAME_HEIGHT + TOP + BOTTOM).max(340.0);
    let scale = Scale::of(lines, height)?;
    let mut drawn = grid(&scale, x, y);
    for Mark { x, title } in marks {
        let _ = write!(
            drawn,
            "<line class=\"mark\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{}\"><title>{}</title></line>",
            height - BOTTOM,
            escaped(title),
            at = scale.x(*x),
        );
    }
    for (line, end) in lines.iter().zip(ends(lines, &scale)) {
        drawn += &one_line(line, end, &scale);
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" aria-label=\"{name}\" viewBox=\"0 0 {WIDTH} {height}\">{before}{drawn}</svg>",
        name = escaped(name)
    ))
}

fn grid(scale: &Scale, x: &str, y: &str) -> String {
    let (right, bottom) = (WIDTH - RIGHT, scale.height - BOTTOM);
    let mut drawn = String::new();
    for value in Scale::steps(scale.low, scale.high) {
        let at = scale.y(value);
        let _ = write!(
            drawn,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for value in Scale::steps(0.0, scale.last) {
        let _ = write!(
            drawn,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>",
            scale.x(value),
            bottom + 16.0
        );
    }
    let _ = write!(
        drawn,
        "<text class=\"axis\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text><text class=\"axis\" transform=\"translate(12 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        (LEFT + right) / 2.0,
        bottom + 34.0,
        escaped(x),
        (TOP + bottom) / 2.0,
        escaped(y)
    );
    drawn
}

/// Returns the vertical positions of the names. Each name is at the end of its line, but names that would overlap are
/// moved apart.
fn ends(lines: &[Line], scale: &Scale) -> Vec<f64> {
    let own = |line: &Line| line.points.last().map_or(TOP, |(_, y)| scale.y(*y));
    let mut order: Vec<(usize, f64)> = lines.iter().map(own).enumerate().collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut least = TOP;
    for (_, at) in &mut order {
        *at = at.max(least);
        least = *at + NAME_HEIGHT;
    }
    let mut most = scale.height - BOTTOM;
    for (_, at) in order.iter_mut().rev() {
        *at = at.min(most);
        most = *at - NAME_HEIGHT;
    }
    order.sort_by_key(|(number, _)| *number);
    order.into_iter().map(|(_, at)| at).collect()
}

fn one_line(line: &Line, end: f64, scale: &Scale) -> String {
    let Some((x, y)) = line.points.last().map(|(x, y)| (scale.x(*x), scale.y(*y))) else {
        return String::new();
    };
    let points: Vec<String> =
        line.points.iter().map(|(x, y)| format!("{:.1},{:.1}", scale.x(*x), scale.y(*y))).collect();
    let mut short: String = line.name.chars().take(NAME_MAX).collect();
    if short.len() < line.name.len() {
        short.push('…');
    }
    format!(
        "<g class=\"line {}\"><title>{}</title><polyline class=\"near\" points=\"{points}\"/><polyline class=\"drawn\" points=\"{points}\"/><path class=\"lead\" d=\"M{x:.1} {y:.1}L{:.1} {end:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        line.look,
        escaped(&line.name),
        x + 10.0,
        x + 13.0,
        end + 4.0,
        escaped(&short),
        points = points.join(" "),
    )
}

/// Returns the CSS classes of the line with this number. Consecutive numbers have clearly different hues.
pub fn look(number: usize) -> String {
    format!("hue{} dash{}", number * 3 % HUES, number / HUES % DASHES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn lines(count: usize) -> Vec<Line> {
        let line = |number: usize| Line {
            name: format!("<{number}>"),
            look: look(number),
            points: vec![(1.0, 1500.0), (20.0, 1500.0 + number as f64 / 100.0)],
        };
        (0..count).map(line).collect()
    }

    #[test]
    fn twenty_chart_lines_look_different() {
        let looks: BTreeSet<String> = (0..HUES * DASHES).map(look).collect();
        assert_eq!(looks.len(), 40);
    }

    #[test]
    fn names_do_not_touch_and_are_no_tags() {
        let scale = Scale::of(&lines(24), 24.0 * NAME_HEIGHT + TOP + BOTTOM).unwrap();
        let mut ends = ends(&lines(24), &scale);
        ends.sort_by(f64::total_cmp);
        assert!(ends.windows(2).all(|two| two[1] - two[0] > NAME_HEIGHT - 0.01), "{ends:?}");
        let drawn = svg(&lines(24), "a\"b", "x", "y").unwrap();
        assert!(!drawn.contains("<3>") && drawn.contains("&lt;3&gt;") && drawn.contains("a&quot;b"));
    }

    #[test]
    fn file_has_a_color_for_each_hue() {
        let marks = [Mark { x: 3.0, title: "a & b".to_string() }];
        let file = svg_file(&lines(3), &marks, "name", "x", "y").unwrap();
        (0..HUES).for_each(|hue| assert!(file.contains(&format!(".hue{hue} {{ color: #")), "{file}"));
        assert!(file.contains("<title>a &amp; b</title>") && !file.contains("var("), "{file}");
    }

    #[test]
    fn empty_chart_is_none() {
        assert_eq!(svg(&[], "", "", ""), None);
        assert_eq!(svg(&[Line { name: String::new(), look: look(0), points: vec![] }], "", "", ""), None);
    }
}
