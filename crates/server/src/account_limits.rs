//! The limits of each account: those of the server, changed by what the owner has given to the account or its classes.

use crate::host_limits::{HostLimits, OwnLimits};
use std::fmt;
use std::sync::Arc;
use wag_store::{AccountLimitTexts, Store};

/// The limits of the accounts of a server. Clones share the store.
#[derive(Clone)]
pub struct AccountLimits {
    server: HostLimits,
    /// The store with what the owner has given; `None` if all accounts have the limits of the server.
    store: Option<Arc<Store>>,
}

impl AccountLimits {
    pub fn new(server: HostLimits, store: Arc<Store>) -> AccountLimits {
        AccountLimits { server, store: Some(store) }
    }

    /// Returns the limits of the server, which hold for contests and for accounts without their own.
    pub fn server(&self) -> HostLimits {
        self.server
    }

    /// Returns the limits of an account; those of the server for anybody who has no account, such as a contest. Blocks.
    pub fn of(&self, account: &str) -> HostLimits {
        let Some(store) = &self.store else { return self.server };
        match store.limits_of_account(account) {
            Ok(stored) => self.with(&stored),
            Err(err) => {
                log::error!("the limits of an account cannot be read, so those of the server hold: {err}");
                self.server
            }
        }
    }

    /// Returns whether something may run for an account: it exists and is not disabled. A request may have been on its way
    /// when the account was deleted.
    pub async fn may_run(&self, account: &str) -> bool {
        let Some(store) = self.store.clone() else { return true };
        let account = account.to_string();
        let found = tokio::task::spawn_blocking(move || store.is_enabled(&account)).await;
        matches!(found, Ok(Ok(true)))
    }

    /// Returns the limits of an account, without blocking.
    pub async fn read(&self, account: &str) -> HostLimits {
        if self.store.is_none() {
            return self.server;
        }
        let (own, account) = (self.clone(), account.to_string());
        let found = tokio::task::spawn_blocking(move || own.of(&account)).await;
        found.unwrap_or(self.server)
    }

    /// Returns the limits of an account with these stored ones.
    pub fn with(&self, stored: &AccountLimitTexts) -> HostLimits {
        self.of_classes(stored).with(&OwnLimits::read(&stored.own))
    }

    /// Returns the limits that the account would have without its own: of each limit, the widest of its classes.
    pub fn of_classes(&self, stored: &AccountLimitTexts) -> HostLimits {
        let classes = stored.classes.iter().map(|limits| self.server.with(&OwnLimits::read(limits)));
        classes.reduce(HostLimits::widest).unwrap_or(self.server)
    }
}

impl From<HostLimits> for AccountLimits {
    fn from(server: HostLimits) -> AccountLimits {
        AccountLimits { server, store: None }
    }
}

impl fmt::Debug for AccountLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AccountLimits").field(&self.server).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_limits_win_over_those_of_classes_and_these_over_the_server() {
        let limits = AccountLimits::from(HostLimits::default());
        let of = |own: &str, classes: &[&str]| {
            let classes = classes.iter().map(|text| (*text).to_string()).collect();
            let HostLimits { workspace_mb, waiting_jobs, .. } =
                limits.with(&AccountLimitTexts { own: own.to_string(), classes });
            (workspace_mb, waiting_jobs)
        };
        assert_eq!(of("{}", &[]), (20, 3));
        assert_eq!(of("{}", &["{\"workspace_mb\":5}"]), (5, 3));
        // Whoever is in two classes has the wider limits of both.
        assert_eq!(of("{}", &["{\"workspace_mb\":5}", "{}"]), (20, 3));
        assert_eq!(of("{}", &["{\"workspace_mb\":5}", "{\"workspace_mb\":90,\"waiting_jobs\":1}"]), (90, 3));
        assert_eq!(of("{\"workspace_mb\":7}", &["{\"workspace_mb\":90,\"waiting_jobs\":1}"]), (7, 1));
        // Limits of the whole server, unknown ones and what is no number change nothing.
        assert_eq!(of("{\"disk_free_mb\":0,\"x\":1,\"workspace_mb\":\"9\"}", &["[]"]), (20, 3));
    }
}
