//! The limits with which a tournament is played: those in its file, or stricter ones if the user now allows less.

use crate::{GivenOptions, StoredLimits};
use std::time::Duration;
use wag_core::game::GameInfo;
use wag_play::LimitOptions;
use wag_play::RawOptions;
use wag_sandbox::Limits;

const DAY_MS: u64 = 86_400_000;

/// Returns the limits to store in a new tournament's file.
pub fn stored(limit_args: &LimitOptions) -> StoredLimits {
    let milliseconds = |time: Option<Duration>| time.map(|time| time.as_nanos().div_ceil(1_000_000) as u64);
    StoredLimits {
        turn_ms: milliseconds(limit_args.turn_time),
        game_ms: milliseconds(limit_args.game_time),
        start_ms: milliseconds(limit_args.start_time),
        end_wait_ms: milliseconds(limit_args.end_wait),
        memory_mib: limit_args.memory,
        turn_output_kib: limit_args.turn_output,
        match_output_mib: limit_args.match_output,
        threads: limit_args.threads.map(u64::from),
        open_files: limit_args.open_files,
        file_size_mib: limit_args.file_size,
        serial: limit_args.serial.map(u64::from),
        fresh_process: limit_args.fresh_process,
        require_sandbox: limit_args.require_sandbox,
        given: GivenOptions {
            no_sandbox: limit_args.no_sandbox,
            no_limits: limit_args.no_limits,
            readable: !limit_args.readable.is_empty(),
            keep_files: limit_args.keep_files.is_some(),
            pondering: limit_args.pondering,
        },
    }
}

/// Converts stored values into options. Values outside the range of their option are moved to its nearest end.
pub fn options_of(stored: &StoredLimits) -> LimitOptions {
    let time = |ms: Option<u64>| ms.map(|ms| Duration::from_millis(ms.clamp(1, DAY_MS)));
    let within = |value: Option<u64>, least: u64, most: u64| value.map(|value| value.clamp(least, most));
    let small = |value: Option<u64>, least: u64| within(value, least, 64).map(|value| value as u32);
    LimitOptions {
        turn_time: time(stored.turn_ms),
        game_time: time(stored.game_ms),
        start_time: time(stored.start_ms),
        end_wait: stored.end_wait_ms.map(|ms| Duration::from_millis(ms.min(DAY_MS))),
        memory: within(stored.memory_mib, 16, 1 << 20),
        turn_output: within(stored.turn_output_kib, 0, 1024),
        match_output: within(stored.match_output_mib, 0, 1 << 20),
        threads: small(stored.threads, 0),
        open_files: within(stored.open_files, 250, 4096),
        file_size: within(stored.file_size_mib, 0, 1 << 20),
        serial: small(stored.serial, 1),
        fresh_process: stored.fresh_process,
        ..LimitOptions::default()
    }
}

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
    let no_limits = stored.given.no_limits;
    let file = LimitOptions { no_limits, ..options_of(stored) }.limits_for(info, options);
    let limits = tighter(&file, &user, stored.require_sandbox && user.bounds.confined);
    let named = options_of(stored).words();
    // An option with a value is followed by that value.
    let value = |option: &str| {
        let at = named.iter().position(|word| word == option)?;
        Some(format!("{option} {}", named.get(at + 1)?))
    };
    let cut = [
        ("--turn-time", file.turn_time != limits.turn_time),
        ("--game-time", file.game_time != limits.game_time),
        ("--start-time", file.start_time != limits.start_time),
        ("--end-wait", file.end_wait != limits.end_wait),
        ("--memory", file.bounds.memory != limits.bounds.memory),
        ("--turn-output", file.turn_output != limits.turn_output),
        ("--match-output", file.game_output != limits.game_output),
        ("--threads", file.bounds.threads != limits.bounds.threads),
        ("--open-files", file.bounds.open_files != limits.bounds.open_files),
        ("--file-size", file.bounds.file_size != limits.bounds.file_size),
        ("--serial", file.at_once != limits.at_once),
    ];
    let cut = cut.iter().filter(|(_, is_cut)| *is_cut).filter_map(|(option, _)| value(option));
    let given = stored.given;
    let switches = [
        ("--no-limits", given.no_limits && !now.no_limits),
        ("--no-sandbox", given.no_sandbox && !now.no_sandbox),
        ("--readable", given.readable && now.readable.is_empty()),
        ("--keep-files", given.keep_files && now.keep_files.is_none()),
        ("--pondering", given.pondering && !now.pondering),
    ];
    let switches = switches.iter().filter(|(_, is_missing)| *is_missing);
    let not_taken = cut.chain(switches.map(|(option, _)| option.to_string())).collect();
    EffectiveLimits { limits, not_taken }
}

fn tighter(file: &Limits, user: &Limits, sandbox_required: bool) -> Limits {
    let mut limits = user.clone();
    limits.turn_time = least(file.turn_time, user.turn_time);
    limits.game_time = least(file.game_time, user.game_time);
    limits.start_time = least(file.start_time, user.start_time);
    limits.end_wait = file.end_wait.min(user.end_wait);
    limits.turn_output = file.turn_output.min(user.turn_output);
    limits.game_output = file.game_output.min(user.game_output);
    limits.processes = file.processes.min(user.processes);
    limits.at_once = file.at_once.min(user.at_once);
    limits.fresh_process = file.fresh_process || user.fresh_process;
    limits.sandbox_required = sandbox_required || user.sandbox_required;
    let bounds = &mut limits.bounds;
    bounds.memory = least(file.bounds.memory, user.bounds.memory);
    bounds.open_files = least(file.bounds.open_files, user.bounds.open_files);
    bounds.file_size = least(file.bounds.file_size, user.bounds.file_size);
    bounds.threads = file.bounds.threads.min(user.bounds.threads);
    limits
}

/// Returns the smaller of two optional limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use crate::effective_limits::*;
    use wag_games::first;

    fn go_on(stored: &StoredLimits, now: &LimitOptions) -> EffectiveLimits {
        resumed(stored, now, first().info, &RawOptions::new())
    }

    #[test]
    fn repeated_options_give_the_same_limits_on_resume() {
        let options = LimitOptions {
            turn_time: Some(Duration::from_millis(7500)),
            memory: Some(4096),
            threads: Some(4),
            no_sandbox: true,
            readable: vec!["/opt".into()],
            ..LimitOptions::default()
        };
        let resumed = go_on(&stored(&options), &options);
        assert_eq!(resumed.limits, options.limits_for(first().info, &RawOptions::new()));
        assert_eq!(resumed.not_taken, Vec::<String>::new());
    }

    #[test]
    fn stored_limits_never_exceed_user_limits() {
        let forged = StoredLimits {
            turn_ms: Some(u64::MAX),
            game_ms: Some(9),
            memory_mib: Some(u64::MAX),
            threads: Some(u64::MAX),
            serial: Some(0),
            given: GivenOptions {
                no_sandbox: true,
                no_limits: true,
                readable: true,
                keep_files: true,
                pondering: true,
            },
            ..StoredLimits::default()
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
        let narrow = LimitOptions { memory: Some(100), ..LimitOptions::default() };
        assert_eq!(go_on(&StoredLimits::default(), &narrow).limits.bounds.memory, Some(100 << 20));
    }

    #[test]
    fn stricter_stored_limits_stay() {
        let file = StoredLimits { memory_mib: Some(64), require_sandbox: true, ..StoredLimits::default() };
        let all = LimitOptions { no_limits: true, ..LimitOptions::default() };
        let limits = go_on(&file, &all).limits;
        assert_eq!((limits.bounds.memory, limits.sandbox_required), (Some(64 << 20), true));
        assert!(!go_on(&file, &LimitOptions { no_sandbox: true, ..all }).limits.sandbox_required);
    }
}
