//! The setup that all playing commands share: signals and random seeds.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_i18n::t;
use wag_runner::PlayError;

/// Returns a flag that Ctrl+C, SIGTERM and a closed terminal set; a second signal ends the program immediately.
pub fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context(t!("the signals can't be caught"))?;
    }
    Ok(stop)
}

/// Returns a random seed of up to 15 digits. JavaScript and JSON represent it exactly, and there are too many seeds for
/// a player to find the one of its match by trying all.
pub fn drawn_seed() -> anyhow::Result<u64> {
    use rand::TryRng;
    let drawn = rand::rngs::SysRng.try_next_u64().context(t!("the system gives no random numbers"))?;
    Ok(drawn % 1_000_000_000_000_000)
}

/// Returns 32 random hexadecimal digits that nobody can guess.
pub fn drawn_mark() -> anyhow::Result<String> {
    use rand::TryRng;
    let draw = || rand::rngs::SysRng.try_next_u64().context(t!("the system gives no random numbers"));
    Ok(format!("{:016x}{:016x}", draw()?, draw()?))
}

/// Returns a random seed for a match.
pub fn drawn_for_play() -> Result<u64, PlayError> {
    drawn_seed().map_err(|fault| PlayError::UserError(format!("{fault:#}")))
}
