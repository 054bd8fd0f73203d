//! The maximum numbers of hand-ins of an account, which the owner of a server sets.

/// The maximum numbers of hand-ins of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandInLimits {
    pub per_hour: i64,
    /// In one contest, which keeps all of them.
    pub per_contest: i64,
}

impl Default for HandInLimits {
    fn default() -> Self {
        HandInLimits { per_hour: 20, per_contest: 200 }
    }
}
