//! The files of the page about the class server, used as they stand there: Caddy and nginx serve `wag host`, and systemd
//! accepts the unit. A test prints a line and ends where its program is missing.

use crate::common::Folder;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const NAME: &str = "wag.school.example";
const SOCKET: &str = "/run/wag/wag.sock";

/// Returns the block of the page with this info string.
fn block(kind: &str) -> String {
    let page = include_str!("../../docs/en/class-server.md");
    let (_, rest) = page.split_once(&format!("```{kind}\n")).expect("the page has the block");
    rest.split_once("```").unwrap().0.to_string()
}

/// A process that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_installed(program: &str) -> bool {
    let is_there =
        Command::new(program).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !is_there {
        println!("{program} is not installed, so its part of the page is not tested");
    }
    is_there
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts `wag host` on a socket. Returns it with the owner's code.
fn host(folder: &Folder) -> (Running, String) {
    let url = format!("https://{NAME}");
    let socket = folder.path().join("wag.sock");
    let arguments = ["host", "school", "--as-root", "--without-groups", "--public-url", &url, "--socket"];
    let mut command = folder.command(&arguments);
    let mut process = command.arg(socket).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
    let code = lines.by_ref().find_map(|line| line.strip_prefix("Your code: ").map(str::to_string)).unwrap();
    std::thread::spawn(move || lines.for_each(drop));
    (Running(process), code)
}

/// Sends a request to the proxy at a port as a browser does, when the proxy listens.
fn curl(port: u16, arguments: &[&str], path: &str) -> Output {
    let to = format!("{NAME}:443:127.0.0.1:{port}");
    let mut command = Command::new("curl");
    command.args(["--silent", "--show-error", "--insecure", "--include", "--connect-to", &to]);
    command.args(["--retry", "100", "--retry-delay", "1", "--retry-connrefused"]);
    command.args(arguments).arg(format!("https://{NAME}{path}")).output().unwrap()
}

/// Checks that the logs of a proxy have its requests and no secrets.
fn check_logs(logs: &[String], secrets: &[String]) {
    let text: String = logs.iter().map(|log| std::fs::read_to_string(log).unwrap_or_default()).collect();
    assert!(text.contains("/api/login"), "{text}");
    for secret in secrets {
        assert!(!text.contains(secret.as_str()), "{secret}: {text}");
    }
}

/// Checks that a proxy serves the pages, a login and answers to the logged-in owner. Returns what no log may have.
fn check(port: u16, code: &str) -> Vec<String> {
    let text = |output: Output| String::from_utf8(output.stdout).unwrap().to_lowercase();
    let page = text(curl(port, &[], "/"));
    assert!(page.starts_with("http/2 200") && page.contains("<!doctype html>"), "{page}");
    let origin = format!("Origin: https://{NAME}");
    let body = format!(r#"{{"code":"{code}","shared":false}}"#);
    let headers = ["--header", &origin, "--header", "X-Wag: 1", "--header", "Content-Type: application/json"];
    let login = text(curl(port, &[&headers[..], &["--data", &body]].concat(), "/api/login"));
    assert!(login.starts_with("http/2 200"), "{login}");
    let cookie = login.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.starts_with("__host-wag=") && cookie.contains("; secure"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().replace("__host-wag", "__Host-wag");
    let me = text(curl(port, &["--cookie", &cookie], "/api/me"));
    assert!(me.contains(r#""role":"owner""#) && me.contains(r#""kind":"host""#), "{me}");
    // Monitors ask on this machine only, not through the proxy.
    let health = text(curl(port, &[], "/health"));
    assert!(health.starts_with("http/2 404"), "{health}");
    let secret = cookie.split_once('=').unwrap().1.to_string();
    vec![code.to_string(), code.replace('-', ""), secret]
}

#[test]
fn caddy_serves_with_the_file_of_the_page() {
    if !is_installed("caddy") || !is_installed("curl") {
        return;
    }
    let folder = Folder::with(&[]);
    let (_host, code) = host(&folder);
    let (port, http) = (free_port(), free_port());
    let path = folder.path().display();
    let local = format!(
        "{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port {port}\n\thttp_port {http}\n\tstorage file_system {path}/caddy\n}}\n"
    );
    let socket = format!("{path}/wag.sock");
    let log = format!("{path}/access.log");
    let site = block("caddyfile").replace(SOCKET, &socket);
    let site = site.replacen("{\n", &format!("{{\n\tlog {{\n\t\toutput file {log}\n\t}}\n"), 1);
    folder.write("Caddyfile", &(local + &site));
    let mut caddy = Command::new("caddy");
    caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(folder.path().join("Caddyfile"));
    caddy.env("HOME", folder.path()).stderr(Stdio::null());
    let _caddy = Running(caddy.spawn().unwrap());
    check_logs(&[log], &check(port, &code));
}

#[test]
fn nginx_serves_with_the_file_of_the_page() {
    if !is_installed("nginx") || !is_installed("curl") || !is_installed("openssl") {
        return;
    }
    let folder = Folder::with(&[]);
    let (_host, code) = host(&folder);
    let port = free_port();
    let path = folder.path().display().to_string();
    let (key, certificate) = (format!("{path}/wag.key"), format!("{path}/wag.pem"));
    let subject = format!("/CN={NAME}");
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", &subject]);
    assert!(openssl.args(["-keyout", &key, "-out", &certificate]).output().unwrap().status.success());
    let server = block("nginx")
        .replace(SOCKET, &format!("{path}/wag.sock"))
        .replace("/etc/ssl/wag.pem", &certificate)
        .replace("/etc/ssl/wag.key", &key)
        .replace("listen 443", &format!("listen 127.0.0.1:{port}"));
    // The socket belongs to the user of this test.
    let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
    let places: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|part| format!("    {part}_temp_path {path}/{part};\n"))
        .concat();
    folder.write(
        "nginx.conf",
        format!(
            "{user}\ndaemon off;\nerror_log {path}/error.log;\npid {path}/nginx.pid;\nevents {{}}\nhttp {{\n    access_log {path}/access.log;\n{places}{server}}}\n"
        ),
    );
    let mut nginx = Command::new("nginx");
    nginx.arg("-p").arg(folder.path()).arg("-e").arg(folder.path().join("error.log"));
    let _nginx = Running(nginx.arg("-c").arg(folder.path().join("nginx.conf")).spawn().unwrap());
    check_logs(&["access", "error"].map(|log| format!("{path}/{log}.log")), &check(port, &code));
}

#[test]
fn systemd_accepts_the_unit_of_the_page() {
    if !is_installed("systemd-analyze") {
        return;
    }
    let folder = Folder::with(&[]);
    let program = env!("CARGO_BIN_EXE_wag");
    assert!(Path::new(program).exists());
    folder.write("wag.service", block("ini").replace("/usr/local/bin/wag", program));
    let file = folder.path().join("wag.service");
    let checked = Command::new("systemd-analyze").arg("verify").arg(file).output().unwrap();
    let report = String::from_utf8(checked.stderr).unwrap();
    assert!(checked.status.success() && !report.contains("wag.service:"), "{report}");
}
