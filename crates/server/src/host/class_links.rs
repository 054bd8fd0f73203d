//! The class links that are open. The database has only their hashes; the links themselves are kept in memory, so that
//! teachers and the screen of a contest see them until they are closed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wag_store::Code;

/// The newest link of each class that was opened since the server has started.
#[derive(Default)]
pub struct ClassLinks(Mutex<BTreeMap<String, OpenLink>>);

/// A class link: its id, and its code.
pub type OpenLink = (String, Arc<Code>);

/// A class link as a projector shows it.
pub struct ShownLink {
    pub link: String,
    /// The QR code as an SVG document.
    pub qr: String,
}

impl ClassLinks {
    /// Remembers a link that was just opened for pupils. Returns its code.
    pub fn remember(&self, class: &str, id: &str, code: Code) -> Arc<Code> {
        let code = Arc::new(code);
        self.links().insert(class.to_string(), (id.to_string(), Arc::clone(&code)));
        code
    }

    /// Returns the newest link of a class. It may be closed.
    pub fn of_class(&self, class: &str) -> Option<OpenLink> {
        self.links().get(class).cloned()
    }

    fn links(&self) -> MutexGuard<'_, BTreeMap<String, OpenLink>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
