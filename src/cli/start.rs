//! The setup that is common to all commands that play matches: signals and random seeds.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_i18n::t;

/// Returns a flag that is set by Ctrl+C, by SIGTERM, or when the terminal is closed. A second signal ends the program
/// immediately.
pub fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context(t!("the signal handlers cannot be installed"))?;
    }
    Ok(stop)
}
