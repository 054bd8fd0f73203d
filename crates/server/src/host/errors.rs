//! Reasons why the server for classes cannot start.

use crate::error::ServerError;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use wag_i18n::{Message, t};
use wag_store::StoreError;

/// The reason why the server for classes cannot start.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("{}", t!("wag host does not run as root, because a mistake in it would have all rights; start it as another user, or with --as-root on a machine that has nothing else"))]
    Root,
    #[error("{}", t!("another wag host uses the folder %{folder}; stop it first", folder = .0.display()))]
    Locked(PathBuf),
    #[error("{}", t!("the folder %{folder} has other files in it; name an empty folder, or one that does not exist", folder = .0.display()))]
    NotEmpty(PathBuf),
    #[error("{}", t!("others on this machine can read the folder %{folder}; run chmod 700 %{folder}", folder = .0.display()))]
    OpenToOthers(PathBuf),
    #[error("{}", t!("the folder %{folder} belongs to another user", folder = .0.display()))]
    NotOurs(PathBuf),
    #[error("{}", t!("the folder %{folder} cannot be used: %{fault}", folder = .folder.display(), fault = .fault))]
    Folder { folder: PathBuf, fault: io::Error },
    #[error("{}", t!("the database %{file} cannot be opened: %{fault}", file = .file.display(), fault = .fault))]
    Database { file: PathBuf, fault: StoreError },
    #[error("{}", t!("without TLS, others in the network could read along at %{address}; put a proxy with TLS before the server (--public-url https://...), or use --plain-http in a room whose network you trust", address = .0))]
    NeedsTls(IpAddr),
    #[error("{}", t!("--plain-http is for a room, and %{address} is a public address; name a private one with --address", address = .0))]
    PublicAddress(IpAddr),
    #[error("{}", t!("%{file}, line %{line}: %{fault}", file = .file.display(), line = .line, fault = .fault))]
    Config { file: PathBuf, line: usize, fault: String },
    #[error("{}", t!("the settings %{file} cannot be read: %{fault}", file = .file.display(), fault = .fault))]
    ConfigFile { file: PathBuf, fault: io::Error },
    #[error("{}", t!("%{url} is no address of a server; write it as https://wag.example.org", url = .0))]
    BadUrl(String),
    #[error("{}", t!("with --socket, the server needs the address that browsers use: --public-url https://..."))]
    NeedsUrl,
    #[error("{}", t!("cannot listen at %{socket}: %{fault}", socket = .socket.display(), fault = .fault))]
    Socket { socket: PathBuf, fault: io::Error },
    #[error("{}", t!("the server has no class yet; name one: --class-link 7b"))]
    NoClass,
    #[error("{}", t!("the server has several classes; name one: --class-link 7b"))]
    WhichClass,
    #[error("{}", t!("a class needs a name of at most %{n} characters", n = super::class_names::CLASS_NAME_MAX))]
    ClassName,
    #[error("{}", .0.translated())]
    Workers(Message),
    #[error("{}", .0.translated())]
    Game(Message),
    #[error("{}", t!("the folder %{folder} has no server: there is no wag.db in it", folder = .0.display()))]
    NoServer(PathBuf),
    #[error("{}", t!("the backup %{file} cannot be used: %{fault}", file = .file.display(), fault = .fault))]
    Backup { file: PathBuf, fault: io::Error },
    #[error("{}", t!("the file %{file} exists already, and a backup replaces nothing; name another file", file = .0.display()))]
    BackupExists(PathBuf),
    #[error("{}", t!("the backup may need %{needed} MB, but the disk of %{file} has only %{free} MB; name a file on another disk", file = .file.display(), needed = .needed, free = .free))]
    NoRoom { file: PathBuf, needed: u64, free: u64 },
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<io::Error> for HostError {
    fn from(err: io::Error) -> HostError {
        HostError::Server(err.into())
    }
}

impl HostError {
    /// Returns whether the user can mend it with other arguments, so that it is no defect of the program.
    pub fn is_of_user(&self) -> bool {
        !matches!(self, HostError::Server(ServerError::System(_)) | HostError::Store(_))
    }
}
