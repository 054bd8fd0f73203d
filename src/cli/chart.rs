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
/// The space to the left of bars, and the height of a bar with the space below it, in SVG units.
const BAR_LEFT: f64 = 150.0;
const BAR_HEIGHT: f64 = 26.0;
/// The hue of the first part of a bar. The first lines of the chart have the hues before it.
const BAR_HUE: usize = 4;

/// The style of a chart in a separate file, besides the colors of the lines.
const FILE_STYLE: &str = "text { font: 12px sans-serif; fill: #5a616c; } .grid { stroke: #e1e4e9; } \
    .mark { stroke: #8a919c; stroke-dasharray: 3 3; } .line text, .name { font-weight: 600; fill: #16181c; } \
    .line polyline, .line path { fill: none; stroke: currentColor; stroke-width: 2; } .line .lead { stroke-width: 1; } \
    .line .near { stroke: none; } .bar { fill: currentColor; } .zero { stroke: #16181c; }";

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

/// A horizontal bar of an account: positive parts to the right of zero, negative ones to the left.
pub struct Bar {
    pub name: String,
    /// The amounts, in the order of the labels.
    pub amounts: Vec<f64>,
}

/// Bars for several players, and the label of each part.
pub struct Bars {
    pub title: String,
    pub labels: Vec<String>,
    pub bars: Vec<Bar>,
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
    let (drawn, height) = drawing(lines, &[], x, y)?;
    let (svg, name) = (svg_element(name, height, &drawn), escaped(name));
    Some(format!("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">{svg}</div>"))
}

/// Returns a chart, with bars below it, as the content of an SVG file with a white background. Returns `None` if there
/// is nothing to draw.
pub fn svg_file(lines: &[Line], marks: &[Mark], bars: &Bars, name: &str, x: &str, y: &str) -> Option<String> {
    // Programs other than browsers may not know variables in style sheets.
    let colours = STYLE.split(".hue").skip(1).filter_map(|rule| {
        let (hue, rest) = rule.split_once(' ')?;
        let (_, colour) = rest.split_once("--light: ")?;
        Some(format!(".hue{hue} {{ color: {}; }}", &colour[..colour.find(';')?]))
    });
    let style = [&colours.collect::<Vec<_>>().join(" "), FILE_STYLE].join(" ");
    let (drawn, height) = drawing(lines, marks, x, y)?;
    let (below, more) = draw_bars(bars);
    let background = "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
    let all = format!(
        "<style>{style}</style>{background}{drawn}<g transform=\"translate(0 {height})\">{below}</g>"
    );
    Some(svg_element(name, height + more, &all) + "\n")
}

/// Returns the content of a chart, and its height.
fn drawing(lines: &[Line], marks: &[Mark], x: &str, y: &str) -> Option<(String, f64)> {
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
    Some((drawn, height))
}

fn svg_element(name: &str, height: f64, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" aria-label=\"{name}\" viewBox=\"0 0 {WIDTH} {height}\">{content}</svg>",
        name = escaped(name)
    )
}

/// Returns the bars with a legend, and their height.
fn draw_bars(Bars { title, labels, bars }: &Bars) -> (String, f64) {
    let sum = |is_counted: fn(f64) -> bool| {
        let of = |bar: &Bar| bar.amounts.iter().copied().filter(|amount| is_counted(*amount)).sum::<f64>();
        bars.iter().map(move |bar| of(bar).abs()).fold(0.0, f64::max)
    };
    let (low, high) = (sum(|amount| amount < 0.0), sum(|amount| amount > 0.0));
    let unit = (WIDTH - BAR_LEFT - LEFT) / (low + high).max(f64::MIN_POSITIVE);
    let zero = BAR_LEFT + low * unit;
    let mut drawn = format!("<text class=\"axis\" x=\"{BAR_LEFT}\" y=\"14\">{}</text>", escaped(title));
    for (number, bar) in (1..).zip(bars) {
        let top = f64::from(number) * BAR_HEIGHT;
        let _ = write!(
            drawn,
            "<text class=\"name\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            BAR_LEFT - 8.0,
            top + 15.0,
            escaped(&shortened(&bar.name))
        );
        let (mut left, mut right) = (zero, zero);
        for (hue, (amount, label)) in bar.amounts.iter().zip(labels).enumerate() {
            let width = amount.abs() * unit;
            let x = if *amount < 0.0 { left - width } else { right };
            if *amount < 0.0 {
                left -= width
            } else {
                right += width
            };
            let _ = write!(
                drawn,
                "<rect class=\"bar hue{}\" x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{}\"><title>{}: {amount}</title></rect>",
                (BAR_HUE + hue) % HUES,
                BAR_HEIGHT - 6.0,
                escaped(label)
            );
        }
    }
    let bottom = (bars.len() as f64 + 1.0) * BAR_HEIGHT;
    let _ = write!(
        drawn,
        "<line class=\"zero\" x1=\"{zero:.1}\" x2=\"{zero:.1}\" y1=\"{BAR_HEIGHT}\" y2=\"{bottom}\"/>"
    );
    for (number, label) in labels.iter().enumerate() {
        let (x, y) = (BAR_LEFT + (number % 3) as f64 * 240.0, bottom + 8.0 + (number / 3) as f64 * 20.0);
        let _ = write!(
            drawn,
            "<rect class=\"bar hue{}\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\"/><text x=\"{}\" y=\"{}\">{}</text>",
            (BAR_HUE + number) % HUES,
            x + 18.0,
            y + 10.0,
            escaped(label)
        );
    }
    (drawn, bottom + labels.len().div_ceil(3) as f64 * 20.0 + 12.0)
}

/// Returns a name that fits beside the lines or bars.
fn shortened(name: &str) -> String {
    let mut short: String = name.chars().take(NAME_MAX).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
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
    format!(
        "<g class=\"line {}\"><title>{}</title><polyline class=\"near\" points=\"{points}\"/><polyline class=\"drawn\" points=\"{points}\"/><path class=\"lead\" d=\"M{x:.1} {y:.1}L{:.1} {end:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        line.look,
        escaped(&line.name),
        x + 10.0,
        x + 13.0,
        end + 4.0,
        escaped(&shortened(&line.name)),
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
        let bar = |name: &str, amounts: &[f64]| Bar { name: name.to_string(), amounts: amounts.to_vec() };
        let bars = Bars {
            title: "gold".to_string(),
            labels: vec!["won".to_string(), "<spent>".to_string()],
            bars: vec![bar("a", &[30.0, -10.0]), bar("b", &[10.0, -5.0])],
        };
        let file = svg_file(&lines(3), &marks, &bars, "name", "x", "y").unwrap();
        let widths = |label: &str| -> Vec<f64> {
            let bars =
                file.split("<rect class=\"bar").filter(|bar| bar.contains(&format!("<title>{label}: ")));
            let width = |bar: &str| bar.split_once("width=\"")?.1.split_once('"')?.0.parse().ok();
            bars.map(|bar| width(bar).unwrap()).collect()
        };
        let (won, spent) = (widths("won"), widths("&lt;spent&gt;"));
        assert_eq!(won.len() + spent.len(), 4, "{file}");
        assert!((won[0] - 3.0 * won[1]).abs() < 0.3 && (spent[0] - won[1]).abs() < 0.2, "{won:?} {spent:?}");
        (0..HUES).for_each(|hue| assert!(file.contains(&format!(".hue{hue} {{ color: #")), "{file}"));
        assert!(file.contains("<title>a &amp; b</title>") && !file.contains("var("), "{file}");
    }

    #[test]
    fn empty_chart_is_none() {
        assert_eq!(svg(&[], "", "", ""), None);
        assert_eq!(svg(&[Line { name: String::new(), look: look(0), points: vec![] }], "", "", ""), None);
    }
}
