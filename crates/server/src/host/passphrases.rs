//! Passphrases of teachers and owners, which they may set besides their code.
//!
//! Computing a hash takes some hundred milliseconds and 19 MB on purpose. So only one is computed at a time, in memory that is
//! used again, few wait for it, and all names together have a limit: whoever has no account can ask for any name.

use crate::error::Refusal;
use crate::request::run_blocking;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use axum::http::StatusCode;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use rand::TryRng;
use std::num::NonZeroU32;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore};
use wag_i18n::message;

/// The minimum and the maximum length of a passphrase, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 12..=200;
/// The maximum number of attempts per minute and name.
const PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).expect("it is not 0");
/// The maximum number of attempts per minute of all names.
const ALL_PER_MINUTE: NonZeroU32 = NonZeroU32::new(60).expect("it is not 0");
/// The maximum number of attempts that are computed or wait.
const WAITING_MAX: usize = 8;
/// The number of names above which those without recent attempts are forgotten.
const NAMES_MAX: usize = 1000;
/// The memory of a hash in KiB, and the number of passes over it.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// The sizes of a salt and a hash, in bytes.
const SALT: usize = 16;
const HASH: usize = 32;

/// The memory in which a hash is computed.
type Memory = OwnedMutexGuard<Vec<Block>>;

/// The hashing of passphrases.
pub struct Passphrases {
    /// Locked while a hash is computed.
    memory: Arc<Mutex<Vec<Block>>>,
    places: Semaphore,
    attempts: DefaultKeyedRateLimiter<String>,
    all_attempts: DefaultDirectRateLimiter,
}

impl Default for Passphrases {
    fn default() -> Self {
        Passphrases {
            memory: Arc::default(),
            places: Semaphore::new(WAITING_MAX),
            attempts: RateLimiter::hashmap(Quota::per_minute(PER_MINUTE)),
            all_attempts: RateLimiter::direct(Quota::per_minute(ALL_PER_MINUTE)),
        }
    }
}

impl Passphrases {
    /// Returns the hash of a new passphrase.
    pub async fn hash(&self, passphrase: String) -> Result<String, Refusal> {
        if !LENGTHS.contains(&passphrase.chars().count()) {
            let sentence = message!("a passphrase has at least %{n} characters", n = LENGTHS.start());
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("passphrase"));
        }
        let memory = Arc::clone(&self.memory).lock_owned().await;
        run_blocking(move || new_hash(memory, passphrase.as_bytes()).map_err(Refusal::defect)).await
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
        // An attempt that a name has too many of costs the others nothing.
        let is_allowed = self.attempts.check_key(&name).is_ok() && self.all_attempts.check().is_ok();
        let place = self.places.try_acquire();
        let (true, Ok(_place)) = (is_allowed, place) else {
            let sentence = message!("too many attempts; wait a minute, or log in with the code of your card");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence)
                .with_code("too_many")
                .with_retry_after(60));
        };
        let passphrase: String = passphrase.chars().take(*LENGTHS.end()).collect();
        let memory = Arc::clone(&self.memory).lock_owned().await;
        run_blocking(move || Ok(is_same(memory, passphrase.as_bytes(), hash.as_deref()))).await
    }
}

fn params() -> Params {
    Params::new(MEMORY, PASSES, 1, Some(HASH)).expect("the numbers are in range")
}

/// Computes a hash in the memory.
fn compute(
    mut memory: Memory,
    params: Params,
    passphrase: &[u8],
    salt: &[u8],
) -> Result<[u8; HASH], argon2::Error> {
    memory.resize(params.block_count(), Block::default());
    let mut hash = [0; HASH];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password_into_with_memory(passphrase, salt, &mut hash, memory.as_mut_slice())?;
    Ok(hash)
}

fn new_hash(memory: Memory, passphrase: &[u8]) -> Result<String, String> {
    let mut salt = [0; SALT];
    rand::rngs::SysRng.try_fill_bytes(&mut salt).map_err(|err| err.to_string())?;
    let hash = compute(memory, params(), passphrase, &salt).map_err(|err| err.to_string())?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params()).map_err(|err| err.to_string())?,
        salt: Some(Salt::new(&salt).map_err(|err| err.to_string())?),
        hash: Some(Output::new(&hash).map_err(|err| err.to_string())?),
    };
    Ok(hash.to_string())
}

/// Returns whether a passphrase has this hash, which the server has stored. The comparison takes the same time for all.
fn is_same(memory: Memory, passphrase: &[u8], hash: Option<&str>) -> bool {
    let stored = hash.and_then(|hash| PasswordHash::new(hash).ok());
    let of_stored = stored.as_ref().and_then(|stored| Params::try_from(stored).ok());
    let salt = stored.as_ref().and_then(|stored| stored.salt.as_ref());
    let salt = salt.map_or([0; SALT].to_vec(), |salt| salt.as_ref().to_vec());
    let computed = compute(memory, of_stored.unwrap_or_else(params), passphrase, &salt);
    let computed = computed.ok().and_then(|hash| Output::new(&hash).ok());
    let stored = stored.and_then(|stored| stored.hash);
    stored.is_some() && stored == computed
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
        // A name has ten attempts a minute, and its eleventh costs the others nothing.
        let attempts = RateLimiter::hashmap(Quota::per_minute(NonZeroU32::MIN));
        let limited = Passphrases { attempts, ..Passphrases::default() };
        let ask = |name: &'static str| limited.is_right(name, "x".into(), None);
        assert!(ask("a").await.is_ok() && ask("a").await.is_err() && ask("b").await.is_ok());
    }

    #[tokio::test]
    async fn attempts_with_many_names_wait_for_one_memory_and_are_bounded() {
        let passphrases = Arc::new(Passphrases::default());
        // Somebody computes, and does not end.
        let busy = Arc::clone(&passphrases.memory).lock_owned().await;
        let (sender, mut refused) = tokio::sync::mpsc::unbounded_channel();
        let attempts: Vec<_> = (0..50)
            .map(|number: usize| {
                let (passphrases, sender) = (Arc::clone(&passphrases), sender.clone());
                tokio::spawn(async move {
                    let answer = passphrases.is_right(&number.to_string(), "x".into(), None).await;
                    let _ = sender.send(answer.is_err());
                })
            })
            .collect();
        for _ in 0..50 - WAITING_MAX {
            assert_eq!(refused.recv().await, Some(true));
        }
        assert!(refused.try_recv().is_err(), "the others wait");
        attempts.iter().for_each(tokio::task::JoinHandle::abort);
        drop(busy);
    }

    #[tokio::test]
    async fn all_names_together_have_a_limit() {
        let all_attempts = RateLimiter::direct(Quota::per_hour(NonZeroU32::MIN));
        let passphrases = Passphrases { all_attempts, ..Passphrases::default() };
        let ask = |name: &'static str| passphrases.is_right(name, "x".into(), None);
        assert!(ask("a").await.is_ok() && ask("b").await.is_err());
    }
}
