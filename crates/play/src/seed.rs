//! Random numbers from the operating system.

use crate::PlayError;
use rand::TryRng;
use rand::rngs::SysRng;
use wag_i18n::message;

/// Returns a random seed of up to 15 digits. JavaScript and JSON can represent such a number exactly, and a player
/// cannot find the seed of its match by trying all of them.
pub fn random_seed() -> Result<u64, PlayError> {
    Ok(random()? % 1_000_000_000_000_000)
}

/// Returns 32 random hexadecimal digits that are impossible to guess.
pub fn random_mark() -> Result<String, PlayError> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

fn random() -> Result<u64, PlayError> {
    SysRng.try_next_u64().map_err(|err| {
        PlayError::UserError(message!("the system provides no random numbers").and(format!(": {err}").into()))
    })
}
