//! The colors of seats. People who are color-blind can also tell them apart. The web pages have their own lists of
//! colors, in `web/shell/basics/seats.js` and in the style sheet of tournament results. The tests check all these lists, and
//! the distance between any two colors in a list.

/// The color of each seat in a terminal with a light or dark background. The colors are indices into the 256-color
/// palette, which nearly all terminals have.
pub const IN_TERMINALS: [u8; 10] = [25, 166, 108, 182, 178, 99, 241, 65, 246, 207];

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum distance between the colors of two players, measured in CIELAB. Adjacent areas differ clearly if
    /// their distance is at least about 10.
    const LEAST: f64 = 15.0;

    /// The matrices that convert linear red, green and blue to the colors that people with normal vision, protanopia,
    /// deuteranopia and tritanopia see. They are those of Machado, Oliveira and Fernandes (2009) for full severity.
    const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
        ("normal sight", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    fn dot(weights: [f64; 3], of: [f64; 3]) -> f64 {
        weights.iter().zip(of).map(|(weight, part)| weight * part).sum()
    }

    fn linear(rgb: [u8; 3]) -> [f64; 3] {
        rgb.map(f64::from).map(|part| part / 255.0).map(|part| match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        })
    }

    /// Converts linear RGB to CIELAB with the white point of daylight (D65).
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let curve = |part: f64| {
            if part > 216.0 / 24389.0 { part.cbrt() } else { (24389.0 / 27.0 * part + 16.0) / 116.0 }
        };
        let x = curve(dot([0.4124564, 0.3575761, 0.1804375], linear) / 0.95047);
        let y = curve(dot([0.2126729, 0.7151522, 0.0721750], linear));
        let z = curve(dot([0.0193339, 0.1191920, 0.9503041], linear) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the smallest distance between two colors as people with this kind of vision see them, and the indices of
    /// the two colors.
    fn nearest(colours: &[[u8; 3]], sight: [[f64; 3]; 3]) -> (f64, usize, usize) {
        let seen: Vec<[f64; 3]> =
            colours.iter().map(|rgb| lab(sight.map(|row| dot(row, linear(*rgb)).clamp(0.0, 1.0)))).collect();
        let distance = |one: [f64; 3], other: [f64; 3]| {
            one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
        };
        let pairs = (0..seen.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let distances = pairs.map(|(one, other)| (distance(seen[one], seen[other]), other + 1, one + 1));
        distances.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap()
    }

    /// Returns the RGB value of a color in the 256-color palette.
    fn of_terminal(number: u8) -> [u8; 3] {
        if number >= 232 {
            return [8 + 10 * (number - 232); 3];
        }
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        let cube = number - 16;
        [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
    }

    /// Reads a list of colors from the source code of the pages.
    fn of_pages(name: &str) -> Vec<[u8; 3]> {
        let text = include_str!("../../web/shell/basics/seats.js");
        let (_, list) = text.split_once(&format!("const {name} = [")).unwrap();
        let (list, _) = list.split_once(']').unwrap();
        let colour = |word: &str| {
            let digits = word.trim().trim_matches('\'').strip_prefix('#').unwrap();
            [0, 2, 4].map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        };
        list.split(',').filter(|word| !word.trim().is_empty()).map(colour).collect()
    }

    #[test]
    fn all_seat_colors_are_distinguishable() {
        let terminal = IN_TERMINALS.map(of_terminal).to_vec();
        let lists =
            [("pages, light", of_pages("LIGHT")), ("pages, dark", of_pages("DARK")), ("terminal", terminal)];
        for (list, colours) in lists {
            assert_eq!(colours.len(), 10);
            for (who, sight) in SIGHTS {
                let (distance, one, other) = nearest(&colours, sight);
                assert!(
                    distance >= LEAST,
                    "{list}, {who}: players {one} and {other} differ by {distance:.1} only"
                );
            }
        }
    }

    #[test]
    fn two_equal_colours_are_found() {
        // Former colors of two seats: with deuteranopia, this red and this olive look the same.
        let (distance, ..) = nearest(&[[0xa3, 0x3b, 0x1f], [0x4f, 0x6f, 0x00]], SIGHTS[2].1);
        assert!((2.7..2.9).contains(&distance), "{distance}");
    }

    #[test]
    fn results_have_the_colours_of_the_pages() {
        let sheet = include_str!("../cli/chart.css");
        for (seat, (light, dark)) in of_pages("LIGHT").iter().zip(of_pages("DARK")).enumerate() {
            let [light, dark] = [*light, dark].map(|rgb| rgb.map(|part| format!("{part:02x}")).concat());
            let rule = format!(".hue{seat} {{ --light: #{light}; --dark: #{dark}; }}");
            assert!(sheet.contains(&rule), "{rule}");
        }
    }
}
