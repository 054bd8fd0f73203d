//! Functions that parse the values of arguments. Several commands use them.

use std::convert::Infallible;
use std::time::Duration;
use wag_i18n::t;
use wag_play::specs_of_list;

/// Parses a number of seconds from 0.001 to one day. The number may have a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| t!("it must be a number of seconds, such as 5 or 0.5"))?;
    if !(0.001..=86_400.0).contains(&number) {
        return Err(t!("it must be between 0.001 and 86400 seconds"));
    }
    Ok(Duration::from_secs_f64(number))
}

/// Parses a number of seconds like [`seconds`], but requires at least 1, so that built-in players also have enough
/// time.
pub fn seconds_for_all(text: &str) -> Result<Duration, String> {
    let time = seconds(text)?;
    if time < Duration::from_secs(1) {
        return Err(t!("on the ladder it must be at least 1 second, because the opponents need time, too"));
    }
    Ok(time)
}

/// Parses the players of an option that takes a list of them and may be given several times.
pub fn players(list: &str) -> Result<PlayerList, Infallible> {
    Ok(PlayerList(specs_of_list(list)))
}

/// The players of one list.
#[derive(Clone, Debug)]
pub struct PlayerList(Vec<String>);

impl PlayerList {
    pub fn all(lists: &[PlayerList]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }
}

/// Parses a port of an option whose value may be missing. The next argument is then taken for the port.
pub fn port(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| t!("it must be a number from 1 to 65535; without one, write the option last"))
}

/// Parses a difference in Elo points.
pub fn elo(text: &str) -> Result<f64, String> {
    number_within(text, -1000.0, 1000.0)
}

/// Parses the error rate of a statistical test.
pub fn error_rate(text: &str) -> Result<f64, String> {
    number_within(text, 0.0001, 0.4)
}

fn number_within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (least..=most).contains(number));
    number.ok_or_else(|| t!("must be a number from %{least} to %{most}", least, most))
}
