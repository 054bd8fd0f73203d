//! The bundled pages: a few files, minified and compressed when the program is built. Their address contains a hash of
//! all of them, so that browsers keep them for good.
//!
//! A program that was built without Node has no bundle, and serves the modules of `web/` one by one. So does a debug
//! build, which reads them from the disk; if `WAG_BUNDLED_PAGES` is set, it serves the bundle.

use super::pages;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::LazyLock;

// These files are empty if the pages could not be bundled. `build.rs` writes them.
const MAIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/main.js.gz"));
const STYLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/style.css.gz"));
const EDITOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/editor.js.gz"));

/// A file of the bundle.
pub struct BundledFile {
    pub content: Cow<'static, [u8]>,
    /// True if the content is compressed. Fonts are compressed in their own way.
    pub is_gzip: bool,
}

impl BundledFile {
    /// Returns the content without compression, for clients that cannot read it otherwise.
    pub fn unpacked(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        GzDecoder::new(&*self.content).read_to_end(&mut content)?;
        Ok(content)
    }
}

/// All files of the bundle.
pub struct Bundle {
    /// The folder of their addresses, such as `v-0123456789abcdef`.
    pub folder: String,
    files: BTreeMap<&'static str, BundledFile>,
}

static BUNDLE: LazyLock<Option<Bundle>> = LazyLock::new(|| {
    let is_wanted = !cfg!(debug_assertions) || std::env::var_os("WAG_BUNDLED_PAGES").is_some();
    (is_wanted && !MAIN.is_empty()).then(|| Bundle::new().expect("memory can be written"))
});

/// Returns the bundle; `None` if the modules are served one by one.
pub fn bundle() -> Option<&'static Bundle> {
    BUNDLE.as_ref()
}

impl Bundle {
    fn new() -> io::Result<Bundle> {
        let packed = |content| BundledFile { content: Cow::Borrowed(content), is_gzip: true };
        let mut files = BTreeMap::from([
            ("main.js", packed(MAIN)),
            ("style.css", packed(STYLE)),
            ("editor.js", packed(EDITOR)),
        ]);
        for name in [pages::GAME_NAMES, pages::SENTENCES] {
            files.insert(name, pack(&pages::file(name).unwrap_or_default())?);
        }
        for (name, content) in pages::FONTS {
            files.insert(name, BundledFile { content: Cow::Borrowed(content), is_gzip: false });
        }
        let faces = pages::file(pages::FONT_FACES).unwrap_or_default();
        let mut hash = Sha256::new_with_prefix(faces.as_bytes());
        files.values().for_each(|file| hash.update(&file.content));
        let hash = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let folder = format!("v-{hash}");
        files.insert(pages::FONT_FACES, pack(&faces.replace("/web/", &format!("/web/{folder}/")))?);
        Ok(Bundle { folder, files })
    }

    /// Returns the file at an address below `/web/`. An old address finds nothing.
    pub fn file(&self, address: &str) -> Option<&BundledFile> {
        self.files.get(address.strip_prefix(&*self.folder)?.strip_prefix('/')?)
    }
}

/// Returns the HTML page as the server sends it: with the bundle, or with the modules if there is none.
pub fn index() -> String {
    let Some(bundle) = bundle() else { return pages::page() };
    let at = format!("/web/{}", bundle.folder);
    let style = |name: &str| format!("<link rel=\"stylesheet\" href=\"{at}/{name}\">");
    let preload = |name: &str| format!("<link rel=\"modulepreload\" href=\"{at}/{name}\">\n");
    let modules = format!(
        "<script type=\"importmap\">{{\"imports\":{{\"wag/\":\"{at}/\"}}}}</script>\n{}{}<script type=\"module\" src=\"{at}/main.js\"></script>",
        preload(pages::GAME_NAMES),
        preload(pages::SENTENCES)
    );
    let page =
        pages::replace(&pages::page(), "style", &[style(pages::FONT_FACES), style("style.css")].concat());
    pages::replace(&page, "modules", &modules)
}

fn pack(text: &str) -> io::Result<BundledFile> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(text.as_bytes())?;
    Ok(BundledFile { content: Cow::Owned(gzip.finish()?), is_gzip: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_files_are_found_by_their_hash_alone() {
        if MAIN.is_empty() {
            return;
        }
        let bundle = Bundle::new().unwrap();
        let main = bundle.file(&format!("{}/main.js", bundle.folder)).unwrap();
        assert!(String::from_utf8(main.unpacked().unwrap()).unwrap().contains("wag/games/names.js"));
        for address in ["main.js", "v-0/main.js", "/main.js", ""] {
            assert!(bundle.file(address).is_none(), "{address}");
        }
        assert!(bundle.file(&format!("{}/shell/app.js", bundle.folder)).is_none());
        assert_eq!(Bundle::new().unwrap().folder, bundle.folder);
    }
}
