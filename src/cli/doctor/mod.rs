//! `wag doctor`: whether everything is in place for AIs to play.
//!
//! [`probe`] looks and judges nothing, [`findings`] judges and looks at nothing, this file prints.

mod findings;
mod probe;
mod trial;

use super::answer::{Done, print};
use findings::{Finding, Level};
use owo_colors::{OwoColorize, Style};

/// Looks into everything and tells it.
pub fn run() -> anyhow::Result<Done> {
    let findings = findings::all(&probe::probe());
    print(&findings.iter().map(line).chain([summary(&findings)]).collect::<String>())?;
    Ok(if count(&findings, Level::Problem) > 0 { Done::Defect } else { Done::Well })
}

/// `OK       Python 3.11: ...`, and what to do in a second line.
fn line(finding: &Finding) -> String {
    let (word, style) = match finding.level {
        Level::Ok => ("OK", Style::new().green()),
        Level::Warning => ("WARNING", Style::new().yellow().bold()),
        Level::Problem => ("PROBLEM", Style::new().red().bold()),
    };
    let mut text = format!("{} {}\n", format!("{word:<8}").style(style), finding.what.trim_end());
    if let Some(remedy) = &finding.remedy {
        text += &format!("{:<8} What to do: {remedy}\n", "");
    }
    text
}

fn count(findings: &[Finding], level: Level) -> usize {
    findings.iter().filter(|finding| finding.level == level).count()
}

fn summary(findings: &[Finding]) -> String {
    let counted = |count: usize, what: &str| match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let problems = counted(count(findings, Level::Problem), "PROBLEM");
    format!("\nFound {problems} and {}.\n", counted(count(findings, Level::Warning), "WARNING"))
}
