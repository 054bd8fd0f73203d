//! The class links that are open. The database has only their hashes; the links themselves are kept in memory, so that
//! teachers and the screen of a contest see them until they are closed.

use super::classes_api::class_name_of;
use super::errors::HostError;
use super::host_state::Host;
use super::qr;
use super::serve::OpenedLink;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wag_store::{NewInvitation, Role, Secret, StoreError, now_ms};

/// The number of people that the link of the start lets in, and its duration in hours.
const USES: i64 = 40;
const HOURS: i64 = 2;

/// The newest link of each class that was opened since the server has started.
#[derive(Default)]
pub struct ClassLinks(Mutex<BTreeMap<String, OpenLink>>);

/// A class link: its id, and its secret.
pub type OpenLink = (String, Arc<Secret>);

/// A class link as a projector shows it.
pub struct ShownLink {
    pub link: String,
    /// The QR code as an SVG document.
    pub qr: String,
}

impl ClassLinks {
    /// Remembers a link that was just opened for pupils. Returns its secret.
    pub fn remember(&self, class: &str, id: &str, secret: Secret) -> Arc<Secret> {
        let secret = Arc::new(secret);
        self.links().insert(class.to_string(), (id.to_string(), Arc::clone(&secret)));
        secret
    }

    /// Returns the newest link of a class. It may be closed.
    pub fn of_class(&self, class: &str) -> Option<OpenLink> {
        self.links().get(class).cloned()
    }

    fn links(&self) -> MutexGuard<'_, BTreeMap<String, OpenLink>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host {
    /// Returns the address of a class link.
    pub fn class_link(&self, secret: &Secret) -> String {
        format!("{}/j#{}", self.public.url(), secret.text())
    }

    /// Returns the open link of a class as a projector shows it. Blocks.
    pub fn shown_link(&self, class: &str) -> Result<Option<ShownLink>, StoreError> {
        let Some((_, secret)) = self.class_links.of_class(class) else { return Ok(None) };
        match self.store.look_at_invitation(secret.text(), now_ms()) {
            Ok(_) => {
                let link = self.class_link(&secret);
                Ok(Some(ShownLink { qr: qr::svg(&link), link }))
            }
            Err(StoreError::Closed) => Ok(None),
            Err(err) => Err(err),
        }
    }
}

/// Opens the link of a class in the name of the owner. A class that does not exist is made; without a name, it is the only
/// class of the server.
pub fn open_at_start(host: &Host, name: &str) -> Result<OpenedLink, HostError> {
    let (store, now) = (&host.store, now_ms());
    let owner = store.first_owner()?;
    let mut classes = store.own_classes(&owner.id)?;
    classes.retain(|class| class.archived_at.is_none() && (name.is_empty() || class.name == name));
    let (class, name) = match (classes.as_slice(), name) {
        ([class], _) => (class.id.clone(), class.name.clone()),
        ([], "") => return Err(HostError::NoClass),
        ([], name) => {
            let name = class_name_of(name).ok_or(HostError::ClassName)?;
            (store.make_class(&owner.id, &name, &serde_json::json!({}), now)?, name)
        }
        (_, "") => return Err(HostError::WhichClass),
        ([class, ..], _) => (class.id.clone(), class.name.clone()),
    };
    let new = NewInvitation { uses: USES, hours: HOURS, role: Role::Pupil, must_confirm: false };
    let (id, secret, _) = store.make_invitation(&owner.id, &class, &new, now)?;
    let secret = host.class_links.remember(&class, &id, secret);
    Ok(OpenedLink { class: name, link: host.class_link(&secret) })
}
