//! QR codes of links, for pages and for the terminal.

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};

/// Returns a QR code as a whole SVG document, black on white; an empty text if the link is too long for one.
pub fn svg(link: &str) -> String {
    let code = QrCode::with_error_correction_level(link, EcLevel::M);
    code.map_or_else(
        |_| String::new(),
        |code| code.render::<svg::Color<'_>>().min_dimensions(240, 240).build(),
    )
}

/// Returns a QR code for a terminal with a dark background; two rows of it are one line.
pub fn for_terminal(link: &str) -> String {
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    let draw = |code: QrCode| {
        let (dark, light) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
        code.render::<unicode::Dense1x2>().dark_color(dark).light_color(light).build()
    };
    code.map_or_else(|_| String::new(), draw)
}
