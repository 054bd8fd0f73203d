//! The limits with which a tournament is played: those in its file, or stricter ones if the user now allows less.

use crate::StoredLimits;
use wag_core::game::GameInfo;
use wag_play::{LIMIT_FIELDS, LimitOptions, RawOptions, Rights};
use wag_sandbox::Limits;

/// The limits for playing a tournament, and the options given at its start that no longer apply.
pub struct EffectiveLimits {
    pub limits: Limits,
    pub not_taken: Vec<String>,
}

/// Returns the limits of a new tournament.
pub fn started(now: &LimitOptions, info: &GameInfo, options: &RawOptions) -> EffectiveLimits {
    EffectiveLimits { limits: now.limits_for(info, options), not_taken: Vec::new() }
}

/// Returns the limits of a resumed tournament. For each limit, uses the stricter of the values from the file and from
/// the user. Only the user's options can give players more rights.
pub fn resumed(
    stored: &StoredLimits,
    now: &LimitOptions,
    info: &GameInfo,
    options: &RawOptions,
) -> EffectiveLimits {
    let user = now.limits_for(info, options);
    let rights = Rights { no_limits: stored.given.no_limits, ..Rights::default() };
    let named = stored.options.clamped();
    let file = LimitOptions { rights, ..named.clone() }.limits_for(info, options);
    let limits = tighter(&file, &user, stored.options.require_sandbox && user.bounds.confined);
    let cut = LIMIT_FIELDS.iter().filter(|field| field.differs(&file, &limits));
    let cut = cut.filter_map(|field| Some(format!("--{} {}", field.name, field.format(field.get(&named)?))));
    let missing = stored.given.missing_in(now.rights.given()).map(str::to_string);
    let not_taken = cut.chain(missing).collect();
    EffectiveLimits { limits, not_taken }
}

fn tighter(file: &Limits, user: &Limits, sandbox_required: bool) -> Limits {
    let mut limits = user.clone();
    for field in &LIMIT_FIELDS {
        field.tighten(&mut limits, file);
    }
    limits.processes = file.processes.min(user.processes);
    limits.fresh_process = file.fresh_process || user.fresh_process;
    limits.sandbox_required = sandbox_required || user.sandbox_required;
    limits
}

#[cfg(test)]
mod tests {
    use crate::effective_limits::*;
    use std::time::Duration;
    use wag_games::first;
    use wag_play::GivenRights;

    fn go_on(stored: &StoredLimits, now: &LimitOptions) -> EffectiveLimits {
        resumed(stored, now, first().info, &RawOptions::new())
    }

    #[test]
    fn repeated_options_give_the_same_limits_on_resume() {
        let options = LimitOptions {
            turn_ms: Some(7500),
            memory_mib: Some(4096),
            threads: Some(4),
            rights: Rights { no_sandbox: true, readable: vec!["/opt".into()], ..Rights::default() },
            ..LimitOptions::default()
        };
        let resumed = go_on(&StoredLimits::of(&options), &options);
        assert_eq!(resumed.limits, options.limits_for(first().info, &RawOptions::new()));
        assert_eq!(resumed.not_taken, Vec::<String>::new());
    }

    #[test]
    fn stored_limits_never_exceed_user_limits() {
        let forged = StoredLimits {
            options: LimitOptions {
                turn_ms: Some(u64::MAX),
                game_ms: Some(9),
                memory_mib: Some(u64::MAX),
                threads: Some(u64::MAX),
                serial: Some(0),
                ..LimitOptions::default()
            },
            given: GivenRights {
                no_sandbox: true,
                no_limits: true,
                readable: true,
                keep_files: true,
                pondering: true,
            },
        };
        let EffectiveLimits { limits, not_taken } = go_on(&forged, &LimitOptions::default());
        let usual = LimitOptions::default().limits_for(first().info, &RawOptions::new());
        let game_time = Some(Duration::from_millis(9));
        assert_eq!(limits, Limits { game_time, at_once: 1, ..usual });
        let expected = [
            "--turn-time 86400",
            "--memory 1048576",
            "--threads 64",
            "--no-limits",
            "--no-sandbox",
            "--readable",
            "--keep-files",
            "--pondering",
        ];
        assert_eq!(not_taken, expected);
        // A stricter limit of the user stays in effect.
        let narrow = LimitOptions { memory_mib: Some(100), ..LimitOptions::default() };
        assert_eq!(go_on(&StoredLimits::default(), &narrow).limits.bounds.memory, Some(100 << 20));
    }

    #[test]
    fn stricter_stored_limits_stay() {
        let options = LimitOptions { memory_mib: Some(64), require_sandbox: true, ..LimitOptions::default() };
        let file = StoredLimits::of(&options);
        let rights = |no_sandbox| Rights { no_limits: true, no_sandbox, ..Rights::default() };
        let all = LimitOptions { rights: rights(false), ..LimitOptions::default() };
        let limits = go_on(&file, &all).limits;
        assert_eq!((limits.bounds.memory, limits.sandbox_required), (Some(64 << 20), true));
        let free = LimitOptions { rights: rights(true), ..all };
        assert!(!go_on(&file, &free).limits.sandbox_required);
    }
}
