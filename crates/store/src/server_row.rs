//! What the database knows of the server itself.

use crate::error::Result;
use crate::ids::Secret;
use crate::store::Store;
use crate::values;

impl Store {
    /// Returns the name of the server; an empty text if it has none.
    pub fn server_name(&self) -> Result<String> {
        Ok(self.db.read(|r| r.value("SELECT name FROM server", &[]))?.unwrap_or_default())
    }

    /// Returns whether a secret is that of a projector's link, even if it is closed.
    pub fn is_screen(&self, secret: &str) -> Result<bool> {
        let sql = "SELECT count(*) FROM screens WHERE token_sha256 = $1";
        Ok(self.db.read(|r| r.count(sql, values![Secret::sha256_of(secret)]))? > 0)
    }
}
