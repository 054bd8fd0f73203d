//! The class link that is opened when the server starts.

use super::class_names::class_name_of;
use super::errors::HostError;
use super::host_state::Host;
use wag_store::{NewInvitation, Role, now_ms};

/// The number of people that the link lets in, and its duration in hours.
const USES: i64 = 40;
const HOURS: i64 = 2;

/// A class link that was opened at the start.
pub struct OpenedLink {
    /// The name of the class.
    pub class: String,
    pub link: String,
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
    let (id, code, _) = store.make_invitation(&owner.id, &class, &new, now)?;
    let code = host.class_links.remember(&class, &id, code);
    Ok(OpenedLink { class: name, link: host.class_link(&code) })
}
