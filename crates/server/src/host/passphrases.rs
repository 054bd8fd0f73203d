//! Passphrases of teachers and owners, which they may set besides their code.
//!
//! Computing a hash takes some hundred milliseconds on purpose, so only one is computed at a time, and never for pupils.

use crate::error::Refusal;
use crate::request::run_blocking;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use wag_i18n::message;

/// The minimum and the maximum length of a passphrase, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 12..=200;
/// The maximum number of attempts per minute and name.
const PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).expect("it is not 0");
/// The number of names above which those without recent attempts are forgotten.
const NAMES_MAX: usize = 1000;
/// The memory of a hash in KiB, and the number of passes over it.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// The hashing of passphrases.
pub struct Passphrases {
    /// Held while a hash is computed.
    turn: Arc<Mutex<()>>,
    attempts: DefaultKeyedRateLimiter<String>,
}

impl Default for Passphrases {
    fn default() -> Self {
        Passphrases { turn: Arc::default(), attempts: RateLimiter::hashmap(Quota::per_minute(PER_MINUTE)) }
    }
}

impl Passphrases {
    /// Returns the hash of a new passphrase.
    pub async fn hash(&self, passphrase: String) -> Result<String, Refusal> {
        if !LENGTHS.contains(&passphrase.chars().count()) {
            let sentence = message!("a passphrase has at least %{n} characters", n = LENGTHS.start());
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("passphrase"));
        }
        let turn = Arc::clone(&self.turn);
        run_blocking(move || {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            let hash: Result<PasswordHash, _> = argon2().hash_password(passphrase.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|err| Refusal::defect(err.to_string()))
        })
        .await
    }

    /// Returns whether a passphrase belongs to a hash. Without a hash, it takes as long, so that the time does not reveal
    /// which names exist.
    pub async fn is_right(
        &self,
        name: &str,
        passphrase: String,
        hash: Option<String>,
    ) -> Result<bool, Refusal> {
        if self.attempts.len() > NAMES_MAX {
            self.attempts.retain_recent();
        }
        let name: String = name.chars().take(*LENGTHS.end()).collect();
        if self.attempts.check_key(&name).is_err() {
            let sentence = message!("too many attempts; wait a minute, or log in with the code of your card");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence)
                .with_code("too_many")
                .with_retry_after(60));
        }
        let turn = Arc::clone(&self.turn);
        run_blocking(move || {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            let passphrase = passphrase.chars().take(*LENGTHS.end()).collect::<String>();
            match hash {
                Some(hash) => Ok(argon2().verify_password(passphrase.as_bytes(), hash.as_str()).is_ok()),
                None => {
                    let spent: Result<PasswordHash, _> = argon2().hash_password(passphrase.as_bytes());
                    drop(spent);
                    Ok(false)
                }
            }
        })
        .await
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY, PASSES, 1, None).expect("the numbers are in range");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_passphrase_opens_and_attempts_are_limited() {
        let passphrases = Passphrases::default();
        assert!(passphrases.hash("too short".into()).await.is_err());
        let hash = passphrases.hash("correct horse battery".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let ask = |name: &'static str, passphrase: &str, hash: Option<&String>| {
            passphrases.is_right(name, passphrase.to_string(), hash.cloned())
        };
        assert!(ask("a", "correct horse battery", Some(&hash)).await.unwrap());
        assert!(!ask("a", "wrong horse battery", Some(&hash)).await.unwrap());
        assert!(!ask("b", "correct horse battery", None).await.unwrap());
        // Most attempts fail before a hash is computed.
        let mut refused = 0;
        for _ in 0..20 {
            refused += usize::from(ask("c", "x", Some(&String::new())).await.is_err());
        }
        assert!(refused > 0);
        assert!(ask("d", "x", Some(&hash)).await.is_ok());
    }
}
