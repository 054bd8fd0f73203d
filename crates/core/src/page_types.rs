//! The TypeScript declarations in `web/generated/`, for tests of the packages that send JSON to the pages.

use std::fs;
use std::path::Path;
pub use ts_rs::{Config, TS};

/// Compares a file of `web/generated/` with the declarations of types that implement `ts_rs::TS`. `$imports` are the
/// imports of the file.
#[macro_export]
macro_rules! assert_page_types {
    ($file:expr, $imports:expr, [$($type:ty),* $(,)?]) => {{
        use $crate::page_types::{Config, TS};
        let config = Config::new().with_large_int("number");
        let declarations = [$((<$type>::docs(), <$type>::decl(&config))),*];
        $crate::page_types::assert_current($file, $imports, &declarations);
    }};
}

/// Compares a file of `web/generated/` with declarations and their documentation.
///
/// # Panics
///
/// Panics if the file is not current, after writing it again.
pub fn assert_current(file: &str, imports: &str, declarations: &[(Option<String>, String)]) {
    let mut text =
        "// Generated from the program's types by the tests `page_types_are_current`. Do not edit.\n"
            .to_string();
    text += imports;
    for (docs, declaration) in declarations {
        let lines: Vec<&str> =
            declaration.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        text += &format!("\n{}export {}\n", docs.as_deref().unwrap_or_default(), lines.join("\n  "));
    }
    // A comment of one line takes one line.
    for indent in ["", "  "] {
        let (open, close) = (format!("\n{indent}/**\n{indent} * "), format!("\n{indent} */\n"));
        let mut comments = text.split(&open);
        let mut short = comments.next().unwrap_or_default().to_string();
        for comment in comments {
            let (first, rest) = comment.split_once(&close).expect("every comment ends");
            short += &match first.contains('\n') {
                true => format!("{open}{first}{close}{rest}"),
                false => format!("\n{indent}/** {first} */\n{rest}"),
            };
        }
        text = short;
    }
    let text = text.replace("`None`", "null");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/generated").join(file);
    if fs::read_to_string(&path).is_ok_and(|current| current == text) {
        return;
    }
    fs::write(&path, text).expect("the folder exists and can be written");
    panic!("{} was not current and has been written again; check and commit it", path.display());
}
