//! Random numbers from the operating system.

use crate::PlayError;
use rand::TryRng;
use rand::rngs::SysRng;
use wag_i18n::t;

/// Returns a random seed of up to 15 digits. JavaScript and JSON represent it exactly, and there are too many seeds for
/// a player to find the one of its match by trying all.
pub fn random_seed() -> Result<u64, PlayError> {
    Ok(random()? % 1_000_000_000_000_000)
}

/// Returns 32 random hexadecimal digits that nobody can guess.
pub fn random_mark() -> Result<String, PlayError> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

fn random() -> Result<u64, PlayError> {
    SysRng.try_next_u64().map_err(|err| {
        PlayError::UserError(format!("{}: {err}", t!("the system provides no random numbers")))
    })
}
