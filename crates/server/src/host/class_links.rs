//! The class links that are open. The database has only their hashes; the links themselves are kept in memory, so that the
//! screen of a contest can show one.

use super::classes_api::class_name_of;
use super::errors::HostError;
use super::host_state::Host;
use super::qr;
use super::serve::OpenedLink;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use wag_store::{NewInvitation, Role, Secret, Store, StoreError, now_ms};

/// The number of people that the link of the start lets in, and its duration in hours.
const USES: i64 = 40;
const HOURS: i64 = 2;

/// The newest link of each class that was opened since the server has started.
#[derive(Default)]
pub struct ClassLinks(Mutex<BTreeMap<String, Arc<Secret>>>);

/// A class link as a projector shows it.
pub struct ShownLink {
    pub link: String,
    /// The QR code as an SVG document.
    pub qr: String,
}

impl ClassLinks {
    /// Remembers a link that was just opened for pupils. Returns its secret.
    pub fn remember(&self, class: &str, secret: Secret) -> Arc<Secret> {
        let secret = Arc::new(secret);
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        links.insert(class.to_string(), Arc::clone(&secret));
        secret
    }

    /// Returns the link of a class that lets people in; `None` if none is open.
    fn of_class(&self, store: &Store, class: &str) -> Result<Option<Arc<Secret>>, StoreError> {
        let links = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(secret) = links().get(class).cloned() else { return Ok(None) };
        match store.look_at_invitation(secret.text(), now_ms()) {
            Ok(_) => Ok(Some(secret)),
            Err(StoreError::Closed) => {
                links().remove(class);
                Ok(None)
            }
            Err(err) => Err(err),
        }
    }
}

impl Host {
    /// Returns the address of a class link.
    pub fn class_link(&self, secret: &Secret) -> String {
        format!("{}/j#{}", self.public.url(), secret.text())
    }

    /// Returns the open link of a class as a projector shows it. Blocks.
    pub fn shown_link(&self, class: &str) -> Result<Option<ShownLink>, StoreError> {
        let open = self.class_links.of_class(&self.store, class)?;
        Ok(open.map(|secret| {
            let link = self.class_link(&secret);
            ShownLink { qr: qr::svg(&link), link }
        }))
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
    let (_, secret, _) = store.make_invitation(&owner.id, &class, &new, now)?;
    let secret = host.class_links.remember(&class, secret);
    Ok(OpenedLink { class: name, link: host.class_link(&secret) })
}
