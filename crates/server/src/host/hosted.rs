//! The extractor of the state of a server for classes.

use super::host_state::Host;
use crate::error::Refusal;
use crate::server_state::ServerState;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::sync::Arc;

/// The server for classes, for handlers that only it has. `wag client` answers as for an unknown address.
pub struct Hosted(pub Arc<Host>);

impl FromRequestParts<Arc<ServerState>> for Hosted {
    type Rejection = Refusal;

    async fn from_request_parts(_: &mut Parts, server: &Arc<ServerState>) -> Result<Hosted, Refusal> {
        server.host().map(|host| Hosted(Arc::clone(host))).ok_or_else(Refusal::unknown_address)
    }
}
