//! `wag host`: starts the server for classes.

use super::answer::{ExitStatus, print, user_error};
use super::start::stop_on_signals;
use crate::output::Paint;
use clap::{Args as ClapArgs, Subcommand, value_parser};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use wag_core::text::shell_line;
use wag_i18n::t;
use wag_server::host::{
    HostError, HostOptions, HostReady, NetworkOptions, OpenedLink, OwnerCard, RestoreReport, back_up,
    qr_for_terminal, restore, serve,
};
use wag_server::installed_games::{self, FolderGame};

pub const HOST_HELP: &str = "\
Everything is stored in DIR, which only you can read.
The first start prints your code as the owner.
To try it, only on this computer: wag host DIR.
In a room without TLS, with a laptop as the server: wag host DIR --plain-http.
Settings and limits are in DIR/host.toml; flags win over it.
Ctrl+C stops the server; nothing is lost.";

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Host {
    #[command(subcommand)]
    pub command: Option<HostCommand>,
    /// Folder of the server: a new or empty one, or that of an earlier start
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// Port to listen on; 0 for any free port [default: 8080]
    #[arg(long, value_parser = value_parser!(u16), value_name = "N")]
    pub port: Option<u16>,
    /// Socket to listen on, for a proxy on this machine whose user is in the socket's group
    #[arg(long, value_name = "PATH", conflicts_with_all = ["port", "address"])]
    pub socket: Option<PathBuf>,
    /// Address to listen on [default: 127.0.0.1; with --plain-http all addresses of this machine]
    #[arg(long, value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Address that browsers use, such as https://wag.example.org
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Let others use the server without encryption, at private addresses only
    #[arg(long)]
    pub plain_http: bool,
    /// Play without control groups: matches disturb each other more, and one slot stays free
    #[arg(long)]
    pub without_groups: bool,
    /// Make a new code for the owner, and end the owner's sessions
    #[arg(long)]
    pub new_owner_code: bool,
    /// Open the class link of this class for two hours and show it as a QR code; a class that does not exist is made [default
    /// class: the only one]
    #[arg(long, value_name = "CLASS", num_args = 0..=1, default_missing_value = "")]
    pub class_link: Option<String>,
    /// Fill a new server with a made-up class of 24, to look around
    #[arg(long)]
    pub demo: bool,
    /// Number of matches and checks at the same time [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024), value_name = "N")]
    pub slots: Option<u16>,
    /// Let a Dask cluster play the matches of contests: the address of its scheduler, such as tls://host:8786
    #[arg(long, value_name = "ADDRESS")]
    pub dask: Option<String>,
    /// Run as root although a mistake in the server would have all rights
    #[arg(long)]
    pub as_root: bool,
}

#[derive(Debug, Subcommand)]
pub enum HostCommand {
    /// Write everything that a server stores to one file; the server may run
    Backup {
        /// File to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Folder of the server
        #[arg(long, value_name = "DIR")]
        folder: PathBuf,
    },
    /// List, add or remove the games in Python that contests can be played with; the server may run
    Games {
        /// Folder of the server
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Game file to add, with the files that it imports; a game of this name is replaced
        #[arg(long, value_name = "FILE", conflicts_with = "remove")]
        add: Option<PathBuf>,
        /// Name of the game to remove; its contests wait until it is added again
        #[arg(long, value_name = "NAME")]
        remove: Option<String>,
    },
    /// Restore a backup into a new or empty folder; a deleted.log in it or beside the backup is applied
    Restore {
        /// File of the backup
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Folder to make
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Writes or restores a backup, or runs the server.
pub fn run(options: &Host) -> anyhow::Result<ExitStatus> {
    match (&options.command, &options.folder) {
        (Some(HostCommand::Backup { file, folder }), _) => reported(back_up(folder, file), |report| {
            let (n, bytes) = (report.files, report.bytes);
            t!(
                "%{n} files with %{bytes} bytes are in the backup. It contains the work and the names of pupils: keep it private.\n",
                n,
                bytes
            )
        }),
        (Some(HostCommand::Restore { file, folder }), _) => {
            reported(restore(file, folder), |report| restored_text(report, folder))
        }
        (Some(HostCommand::Games { folder, add, remove }), _) => {
            games(folder, add.as_deref(), remove.as_deref())
        }
        (None, Some(folder)) => serve_classes(options, folder),
        (None, None) => user_error(t!("name the folder of the server")),
    }
}

/// Adds or removes a game of a server, or lists all.
fn games(folder: &Path, add: Option<&Path>, remove: Option<&str>) -> anyhow::Result<ExitStatus> {
    let done = match (add, remove) {
        (Some(file), _) => installed_games::add(folder, file).map(|name| {
            t!(
                "The game %{name} is installed. A running server offers it for contests in a few seconds.\n",
                name
            )
        }),
        (_, Some(name)) => installed_games::remove(folder, name)
            .map(|()| t!("The game %{name} is removed. Its contests wait until it is added again.\n", name)),
        _ => installed_games::installed(folder).map(|games| list_of_games(&games)),
    };
    match done {
        Ok(text) => print(&text),
        Err(err) => failed(err),
    }
}

fn list_of_games(games: &[FolderGame]) -> String {
    if games.is_empty() {
        return t!("No games are installed. Next: wag host games DIR --add FILE.py\n");
    }
    let line = |game: &FolderGame| match &game.read {
        Some((title, version)) => {
            t!("%{name}: %{title}, version %{version}\n", name = &game.name, title, version)
        }
        None => t!(
            "%{name}: not read yet; a running server reads it, and its page for the owner says what is wrong\n",
            name = &game.name
        ),
    };
    games.iter().map(line).collect()
}

fn restored_text(report: RestoreReport, folder: &Path) -> String {
    let folder = shell_line([folder.display().to_string()]);
    let deleted = match report.deleted {
        None => t!(
            "There is no deleted.log in %{folder} or beside the backup: whoever was deleted after the backup is back. Copy it \
             from the former folder into %{folder} before the next start.\n",
            folder
        ),
        Some(0) => t!("Nobody in the list of deleted persons, deleted.log, was in the backup.\n"),
        Some(1) => t!("1 person who was deleted after the backup was deleted again.\n"),
        Some(n) => t!("%{n} persons who were deleted after the backup were deleted again.\n", n),
    };
    let restored = t!(
        "%{n} files are restored. Codes stay valid; everybody has to log in again. Next: wag host %{folder}\n",
        n = report.files,
        folder
    );
    [deleted, restored].concat()
}

fn reported<R>(done: Result<R, HostError>, text: impl FnOnce(R) -> String) -> anyhow::Result<ExitStatus> {
    match done {
        Ok(report) => print(&text(report)),
        Err(err) => failed(err),
    }
}

/// Runs the server until Ctrl+C or SIGTERM stops it.
fn serve_classes(options: &Host, folder: &Path) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let Host { port, socket, address, public_url, plain_http, .. } = options;
    let network = NetworkOptions {
        port: *port,
        socket: socket.clone(),
        address: *address,
        public_url: public_url.clone(),
        plain_http: *plain_http,
    };
    let options = HostOptions {
        folder: folder.to_path_buf(),
        network,
        as_root: options.as_root,
        new_owner_code: options.new_owner_code,
        class_link: options.class_link.clone(),
        demo: options.demo,
        slots: options.slots,
        without_groups: options.without_groups,
        dask: options.dask.clone(),
        stop,
    };
    // Printing may fail if the output is closed; the server still works.
    match serve(options, |ready| drop(print(&greeting(ready)))) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(err) => failed(err),
    }
}

fn failed<T>(err: HostError) -> anyhow::Result<T> {
    if err.is_of_user() { user_error(err.to_string()) } else { Err(err.into()) }
}

/// Returns what the server prints when it is ready: its address, the owner's card if it is new, what to do next, and the
/// class link if one was opened.
fn greeting(ready: &HostReady) -> String {
    let HostReady { url, owner, is_open, only_here, class_link } = ready;
    let mut text = format!("{} {url}\n", t!("The server is at").bold());
    if *is_open {
        text += &t!("The connection is not encrypted: use it only in a network that you trust.\n");
    }
    if let Some(why) = only_here {
        text += &format!("{}\n", why.translated());
    }
    if let Some(OwnerCard { link, code }) = owner {
        text += &t!(
            "\nLog in as the owner: %{link}\nYour code: %{code}\nKeep it private. It is shown only now; --new-owner-code makes another one.\n",
            link,
            code
        );
        if only_here.is_none() {
            text += &format!("\n{}\n", qr_for_terminal(link));
        }
        text += &t!(
            "\nNext: open this link, make a class, and show its class link on the projector. Pupils scan it and type their name.\n"
        );
    }
    if let Some(OpenedLink { class, link }) = class_link {
        text += &t!("\nPupils of class %{class} scan this, or open %{link}:\n", class, link);
        text += &format!("\n{}\n\n", qr_for_terminal(link));
    }
    text + &t!("Press Ctrl+C to stop the server.\n")
}
