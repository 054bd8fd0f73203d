//! The bundled pages: a few files, minified and compressed when the program is built. Their address contains a hash of
//! all of them, so that browsers keep them for good.
//!
//! A program that was built without Node has no bundle, and serves the modules of `web/` one by one. So does a debug
//! build, which reads them from the disk; if `WAG_BUNDLED_PAGES` is set, it serves the bundle.

use super::pages;
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{LazyLock, OnceLock};

// These files are empty if the pages could not be bundled. `build.rs` writes them.
const MAIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/main.js.gz"));
const STYLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/style.css.gz"));
const EDITOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/editor.js.gz"));

/// A file of the bundle.
pub enum BundledFile {
    /// A file that was compressed when the program was built.
    Packed(&'static [u8]),
    /// A text that the program makes. It is compressed when it is first sent: doing so takes longer than the rest of
    /// the start.
    Made { text: String, packed: OnceLock<Vec<u8>> },
    /// A font, which is compressed in its own way.
    Font(&'static [u8]),
}

impl BundledFile {
    fn made(text: String) -> BundledFile {
        BundledFile::Made { text, packed: OnceLock::new() }
    }

    /// Returns the content with gzip; `None` for files that it does not make smaller.
    pub fn packed(&self) -> Option<&[u8]> {
        match self {
            BundledFile::Packed(content) => Some(content),
            BundledFile::Made { text, packed } => Some(packed.get_or_init(|| pack(text))),
            BundledFile::Font(_) => None,
        }
    }

    /// Returns the content without gzip.
    pub fn plain(&self) -> io::Result<Cow<'_, [u8]>> {
        match self {
            BundledFile::Packed(content) => {
                let mut plain = Vec::new();
                GzDecoder::new(*content).read_to_end(&mut plain)?;
                Ok(plain.into())
            }
            BundledFile::Made { text, .. } => Ok(text.as_bytes().into()),
            BundledFile::Font(content) => Ok((*content).into()),
        }
    }

    /// Returns what the address is made of.
    fn hashed(&self) -> &[u8] {
        match self {
            BundledFile::Packed(content) | BundledFile::Font(content) => content,
            BundledFile::Made { text, .. } => text.as_bytes(),
        }
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
    (is_wanted && !MAIN.is_empty()).then(Bundle::new)
});

/// Returns the bundle; `None` if the modules are served one by one.
pub fn bundle() -> Option<&'static Bundle> {
    BUNDLE.as_ref()
}

impl Bundle {
    fn new() -> Bundle {
        let mut files = BTreeMap::from([
            ("main.js", BundledFile::Packed(MAIN)),
            ("style.css", BundledFile::Packed(STYLE)),
            ("editor.js", BundledFile::Packed(EDITOR)),
        ]);
        for name in [pages::GAME_NAMES, pages::SENTENCES] {
            files.insert(name, BundledFile::made(pages::file(name).unwrap_or_default().into_owned()));
        }
        files.extend(pages::FONTS.iter().map(|(name, content)| (*name, BundledFile::Font(content))));
        let faces = pages::file(pages::FONT_FACES).unwrap_or_default();
        let mut hash = Sha256::new_with_prefix(faces.as_bytes());
        files.values().for_each(|file| hash.update(file.hashed()));
        let hash = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let folder = format!("v-{hash}");
        let faces = faces.replace("/web/", &format!("/web/{folder}/"));
        files.insert(pages::FONT_FACES, BundledFile::made(faces));
        Bundle { folder, files }
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

fn pack(text: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    GzEncoder::new(text.as_bytes(), Compression::default())
        .read_to_end(&mut packed)
        .expect("memory can be read");
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_files_are_found_by_their_hash_alone() {
        if MAIN.is_empty() {
            return;
        }
        let bundle = Bundle::new();
        let main = bundle.file(&format!("{}/main.js", bundle.folder)).unwrap();
        assert!(String::from_utf8_lossy(&main.plain().unwrap()).contains("wag/games/names.js"));
        for file in bundle.files.values() {
            let Some(packed) = file.packed() else { continue };
            let mut plain = Vec::new();
            GzDecoder::new(packed).read_to_end(&mut plain).unwrap();
            assert_eq!(plain, *file.plain().unwrap());
        }
        for address in ["main.js", "v-0/main.js", "/main.js", ""] {
            assert!(bundle.file(address).is_none(), "{address}");
        }
        assert!(bundle.file(&format!("{}/shell/app.js", bundle.folder)).is_none());
        assert_eq!(Bundle::new().folder, bundle.folder);
    }
}
