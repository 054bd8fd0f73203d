//! `wag doctor`: checks whether AIs can play on this machine.
//!
//! [`probe`] inspects the system, [`findings`] evaluates the results, and this file prints them.

mod findings;
mod host;
mod probe;
mod trial;

use super::answer::{ExitStatus, print};
use crate::output::Paint;
use anstyle::AnsiColor;
use clap::{Args, Subcommand};
use findings::{Finding, Level};
use std::path::PathBuf;
use wag_i18n::t;

pub const DOCTOR_HELP: &str = "Exit status: 0 if there is no PROBLEM, otherwise 1.";

#[derive(Args, Debug)]
pub struct Doctor {
    #[command(subcommand)]
    topic: Option<Topic>,
}

#[derive(Subcommand, Debug)]
enum Topic {
    /// Check that a server for classes can run on this machine, and in a folder
    #[command(after_help = DOCTOR_HELP)]
    Host {
        /// Folder of the server
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// Port that the server will use
        #[arg(long, value_name = "N")]
        port: Option<u16>,
    },
}

/// Performs all checks, and prints the report.
pub fn run(args: &Doctor) -> anyhow::Result<ExitStatus> {
    let findings = match &args.topic {
        None => findings::all(&probe::probe()),
        Some(Topic::Host { folder, port }) => {
            host::findings(&host::probe(folder.as_deref(), *port, probe::linux().as_ref()))
        }
    };
    print(&findings.iter().map(line).chain([summary(&findings)]).collect::<String>())?;
    Ok(if count(&findings, Level::Problem) > 0 { ExitStatus::Defect } else { ExitStatus::Success })
}

/// Formats a finding, such as `OK       Python 3.11: ...`. A remedy follows on a second line.
fn line(finding: &Finding) -> String {
    let (word, style) = match finding.level {
        Level::Ok => ("OK".to_string(), AnsiColor::Green.on_default()),
        Level::Warning => (t!("WARNING"), AnsiColor::Yellow.on_default().bold()),
        Level::Problem => (t!("PROBLEM"), AnsiColor::Red.on_default().bold()),
    };
    let mut text = format!("{} {}\n", format!("{word:<8}").painted(style), finding.what.trim_end());
    if let Some(remedy) = &finding.remedy {
        text += &format!("{:<8} {}\n", "", t!("What to do: %{remedy}", remedy));
    }
    text
}

fn count(findings: &[Finding], level: Level) -> usize {
    findings.iter().filter(|finding| finding.level == level).count()
}

fn summary(findings: &[Finding]) -> String {
    let problems = match count(findings, Level::Problem) {
        0 => t!("no PROBLEMs"),
        1 => t!("1 PROBLEM"),
        n => t!("%{n} PROBLEMs", n),
    };
    let warnings = match count(findings, Level::Warning) {
        0 => t!("no WARNINGs"),
        1 => t!("1 WARNING"),
        n => t!("%{n} WARNINGs", n),
    };
    format!("\n{}\n", t!("Found %{problems} and %{warnings}.", problems, warnings))
}
