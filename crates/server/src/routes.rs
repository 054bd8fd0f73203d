//! The requests that the server answers, and the right that each needs.

use crate::caller::Right::{
    Anybody, Member, Owner, Pages, Screen, Server, Solutions, Teacher, Tournaments, Workspace,
};
use crate::caller::{Right, require};
use crate::contests::{
    api as contests, bracket_api, cluster_api, export, hand_in_api, match_api, player_api, screen_api,
    season, trial_api,
};
use crate::editor_files::FILE_MAX;
use crate::host::{classes_api, events_api, join_api, limits_api, people_api, person_api};
use crate::installed_games;
use crate::server_state::ServerState;
use crate::teaching::{hand_ins_zip, marks_api, overview_api, pupil_api, roster_api, worksheet_api};
use crate::work::jobs_api;
use crate::{
    api, compare_api, course, editor_api, events, goals_api, losses_api, page_files, replay_api, tournaments,
    turn_api,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::middleware::from_fn;
use axum::routing::{MethodFilter, on};
use std::sync::Arc;

/// The maximum size of a request's body, in bytes. Uploads of replays have their own limit.
const BODY_MAX: usize = 64 * 1024;
/// The maximum size of a request that writes a file. JSON can represent a character of the text by several bytes.
const FILE_BODY_MAX: usize = 4 * FILE_MAX;

/// The maximum size of a class list or a worksheet, in bytes.
const PAPER_BODY_MAX: usize = 2 << 20;

const GET: MethodFilter = MethodFilter::GET;
const POST: MethodFilter = MethodFilter::POST;
const PUT: MethodFilter = MethodFilter::PUT;
const PATCH: MethodFilter = MethodFilter::PATCH;
const DELETE: MethodFilter = MethodFilter::DELETE;

/// A router, and the right that each of its routes needs.
#[derive(Default)]
struct RouteTable {
    router: Router<Arc<ServerState>>,
    /// The method, the address and the right of each route.
    rights: Vec<(MethodFilter, &'static str, Right)>,
}

impl RouteTable {
    /// Adds a route. Only callers with the right reach its handler.
    fn add<H, T>(mut self, method: MethodFilter, address: &'static str, right: Right, handler: H) -> Self
    where
        H: Handler<T, Arc<ServerState>>,
        T: 'static,
    {
        let checked = on(method, handler).layer(from_fn(move |request, next| require(right, request, next)));
        self.router = self.router.route(address, checked);
        self.rights.push((method, address, right));
        self
    }
}

/// Returns the answers to all requests. The caller adds the guard, which makes the sender of each request a
/// [`Caller`](crate::caller::Caller).
pub fn routes(server: Arc<ServerState>) -> Router {
    let router = route_table().router;
    router
        .fallback(api::not_found)
        .method_not_allowed_fallback(api::method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .with_state(server)
}

/// Returns all routes with their rights.
fn route_table() -> RouteTable {
    let write_file = editor_api::write.layer(DefaultBodyLimit::max(FILE_BODY_MAX));
    let upload_replay = replay_api::upload.layer(DefaultBodyLimit::disable());
    let upload_submissions = tournaments::submissions::upload.layer(DefaultBodyLimit::disable());
    // Class lists and worksheets say themselves that they are too large.
    let paper = DefaultBodyLimit::max(PAPER_BODY_MAX);
    RouteTable::default()
        .add(POST, "/api/classes/{class}/contests", Teacher, contests::make)
        .add(GET, "/api/contests", Anybody, contests::list)
        .add(GET, "/api/contests/{contest}", Anybody, contests::contest)
        .add(PATCH, "/api/contests/{contest}", Teacher, contests::change)
        .add(POST, "/api/contests/{contest}/open", Teacher, contests::open)
        .add(POST, "/api/contests/{contest}/freeze", Teacher, contests::freeze)
        .add(POST, "/api/contests/{contest}/final", Teacher, contests::begin_final)
        .add(POST, "/api/contests/{contest}/done", Teacher, contests::done)
        .add(POST, "/api/contests/{contest}/release", Teacher, contests::release)
        .add(POST, "/api/contests/{contest}/archive", Teacher, contests::archive)
        .add(POST, "/api/contests/{contest}/take-over", Teacher, season::take_over)
        .add(POST, "/api/contests/{contest}/reveal", Teacher, contests::reveal)
        .add(POST, "/api/contests/{contest}/entries/{account}", Teacher, contests::change_entry)
        .add(POST, "/api/contests/{contest}/screens", Teacher, screen_api::make)
        .add(GET, "/api/contests/{contest}/table", Anybody, contests::table)
        .add(GET, "/api/contests/{contest}/matches", Anybody, match_api::matches)
        .add(GET, "/api/contests/{contest}/bracket", Anybody, bracket_api::bracket)
        .add(GET, "/api/contests/{contest}/players/{account}", Anybody, player_api::player)
        .add(POST, "/api/contests/{contest}/trials", Member, trial_api::begin)
        .add(GET, "/api/contests/{contest}/tournament", Teacher, export::tournament)
        .add(GET, "/api/contests/{contest}/opponents", Member, hand_in_api::opponents)
        .add(GET, "/api/contests/{contest}/hand-ins", Member, hand_in_api::hand_ins)
        .add(POST, "/api/contests/{contest}/hand-ins", Member, hand_in_api::hand_in)
        .add(GET, "/api/hand-ins/{hand_in}", Member, hand_in_api::one)
        .add(GET, "/api/hand-ins/{hand_in}/files", Member, hand_in_api::files)
        .add(GET, "/api/hand-ins/{hand_in}/log", Member, hand_in_api::log)
        .add(POST, "/api/hand-ins/{hand_in}/activate", Member, hand_in_api::activate)
        .add(POST, "/api/hand-ins/{hand_in}/withdraw", Member, hand_in_api::withdraw)
        .add(GET, "/api/matches/{match}/replay", Anybody, match_api::replay)
        .add(GET, "/api/matches/{match}/log", Member, match_api::log)
        .add(GET, "/api/screen/{token}", Screen, screen_api::screen)
        .add(GET, "/", Pages, page_files::index)
        .add(GET, "/l", Pages, page_files::index)
        .add(GET, "/j", Pages, page_files::index)
        .add(GET, "/s", Pages, page_files::index)
        .add(GET, "/web/{*name}", Pages, page_files::part)
        .add(GET, "/health", Anybody, people_api::health)
        .add(GET, "/api/me", Anybody, people_api::me)
        .add(PATCH, "/api/me", Member, people_api::change_me)
        .add(DELETE, "/api/me", Member, person_api::delete_me)
        .add(PATCH, "/api/server", Owner, people_api::change_server)
        .add(POST, "/api/login", Anybody, people_api::login)
        .add(POST, "/api/passphrase", Teacher, people_api::set_passphrase)
        .add(POST, "/api/clock", Teacher, people_api::confirm_clock)
        .add(POST, "/api/logout", Anybody, people_api::logout)
        .add(GET, "/api/sessions", Member, people_api::sessions)
        .add(DELETE, "/api/sessions/{id}", Member, people_api::end_session)
        .add(POST, "/api/join/look", Anybody, join_api::look)
        .add(POST, "/api/join", Anybody, join_api::join)
        .add(GET, "/api/events", Member, events_api::events)
        .add(POST, "/api/classes", Owner, classes_api::make)
        .add(GET, "/api/classes/{class}", Teacher, classes_api::class)
        .add(PATCH, "/api/classes/{class}", Teacher, classes_api::change)
        .add(POST, "/api/classes/{class}/members", Teacher, classes_api::add_member)
        .add(PATCH, "/api/classes/{class}/members/{account}", Teacher, classes_api::change_member)
        .add(DELETE, "/api/classes/{class}/members/{account}", Teacher, classes_api::remove_member)
        .add(POST, "/api/classes/{class}/invitations", Teacher, classes_api::invite)
        .add(DELETE, "/api/classes/{class}/invitations/{invitation}", Teacher, classes_api::close_invitation)
        .add(POST, "/api/classes/{class}/cards", Teacher, classes_api::new_cards)
        .add(POST, "/api/accounts/{account}/card", Teacher, classes_api::new_card)
        .add(POST, "/api/accounts/{account}/disable", Teacher, classes_api::disable)
        .add(POST, "/api/accounts/{account}/export", Teacher, person_api::export)
        .add(DELETE, "/api/accounts/{account}", Teacher, person_api::delete)
        .add(GET, "/api/accounts/{account}/limits", Owner, limits_api::of_account)
        .add(PUT, "/api/accounts/{account}/limits", Owner, limits_api::change_of_account)
        .add(GET, "/api/classes/{class}/limits", Owner, limits_api::of_class)
        .add(PUT, "/api/classes/{class}/limits", Owner, limits_api::change_of_class)
        .add(GET, "/api/server/games", Owner, installed_games::list)
        .add(GET, "/api/backup", Owner, person_api::list_backups)
        .add(POST, "/api/backup", Owner, person_api::back_up)
        .add(GET, "/api/cluster", Owner, cluster_api::cluster)
        .add(POST, "/api/cluster/allow", Owner, cluster_api::allow)
        .add(GET, "/api/audit", Teacher, classes_api::audit)
        .add(GET, "/api/jobs", Member, jobs_api::list)
        .add(GET, "/api/jobs/{job}", Member, trial_api::job)
        .add(DELETE, "/api/jobs/{job}", Member, jobs_api::cancel)
        .add(GET, "/api/start", Workspace, api::start)
        .add(GET, "/api/games", Workspace, api::games)
        .add(POST, "/api/first", Workspace, api::first)
        .add(GET, "/api/preview/{option}/{*name}", Workspace, api::preview)
        .add(GET, "/api/files", Workspace, editor_api::list)
        .add(GET, "/api/files/{name}", Workspace, editor_api::read)
        .add(PUT, "/api/files/{name}", Workspace, write_file)
        .add(POST, "/api/files/{name}/rename", Workspace, editor_api::rename)
        .add(POST, "/api/files/{name}/check", Workspace, editor_api::check)
        .add(GET, "/api/stubs", Workspace, editor_api::stubs)
        .add(POST, "/api/run", Workspace, api::run)
        .add(GET, "/api/run/events", Workspace, events::events)
        .add(POST, "/api/run/cancel", Workspace, api::cancel)
        .add(POST, "/api/run/again", Workspace, api::again)
        .add(POST, "/api/run/answer", Workspace, api::answer)
        .add(POST, "/api/replays", Workspace, upload_replay)
        .add(GET, "/api/replays/{id}", Workspace, replay_api::head)
        .add(GET, "/api/replays/{id}/overview", Workspace, replay_api::overview)
        .add(GET, "/api/replays/{id}/explanation", Workspace, replay_api::explanation)
        .add(GET, "/api/replays/{id}/chunks/{number}", Workspace, replay_api::chunk)
        .add(GET, "/api/replays/{id}/diff/{other}", Workspace, compare_api::compare)
        .add(GET, "/api/replays/{id}/parent", Workspace, compare_api::parent)
        .add(GET, "/api/replays/{id}/losses/{seat}", Workspace, losses_api::known)
        .add(GET, "/api/replays/{id}/file", Workspace, replay_api::file)
        .add(GET, "/api/replays/{id}/page", Workspace, replay_api::page)
        .add(POST, "/api/turn", Workspace, turn_api::turn)
        .add(POST, "/api/losses", Workspace, losses_api::begin)
        .add(POST, "/api/losses/stop", Workspace, losses_api::stop)
        .add(POST, "/api/goals", Workspace, goals_api::save)
        .add(GET, "/api/saves", Workspace, replay_api::saves)
        .add(POST, "/api/saves", Workspace, replay_api::save)
        .add(GET, "/api/course", Workspace, course::api::list)
        .add(POST, "/api/course/begin", Workspace, course::api::begin)
        .add(POST, "/api/course/check", Workspace, course::api::check)
        .add(POST, "/api/course/hint", Workspace, course::api::hint)
        .add(POST, "/api/course/solution", Solutions, course::api::solution)
        .add(GET, "/api/tournaments", Tournaments, tournaments::api::list)
        .add(POST, "/api/tournaments", Tournaments, tournaments::api::begin)
        .add(POST, "/api/tournaments/stop", Tournaments, tournaments::api::stop)
        .add(GET, "/api/tournaments/{file}", Tournaments, tournaments::api::table)
        .add(GET, "/api/tournaments/{file}/matches", Tournaments, tournaments::api::matches)
        .add(GET, "/api/tournaments/{file}/final", Tournaments, tournaments::api::final_matches)
        .add(POST, "/api/submissions", Tournaments, upload_submissions)
        .add(POST, "/api/classes/{class}/roster", Teacher, roster_api::roster.layer(paper))
        .add(POST, "/api/classes/{class}/worksheet", Teacher, worksheet_api::fill.layer(paper))
        .add(GET, "/api/classes/{class}/overview", Teacher, overview_api::overview)
        .add(GET, "/api/classes/{class}/marks.csv", Teacher, marks_api::csv)
        .add(GET, "/api/classes/{class}/hand-ins.zip", Teacher, hand_ins_zip::hand_ins_zip)
        .add(GET, "/api/contests/{contest}/marks", Teacher, marks_api::marks)
        .add(PATCH, "/api/contests/{contest}/marks", Teacher, marks_api::change_marks)
        .add(GET, "/api/accounts/{account}/files", Teacher, pupil_api::files)
        .add(GET, "/api/accounts/{account}/hand-ins", Teacher, pupil_api::hand_ins)
        .add(GET, "/api/accounts/{account}/files/{name}", Teacher, pupil_api::file)
        .add(POST, "/api/stop", Server, api::stop)
}

/// Returns the method, the address and the right of each route.
#[cfg(test)]
pub fn listed() -> Vec<(MethodFilter, &'static str, Right)> {
    route_table().rights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::Caller;
    use crate::guard::{self, Guard};
    use crate::server_state::Serves;
    use crate::workspace::Workspace as Settings;
    use crate::workspace_state::WorkspaceState;
    use axum::body::{Body, to_bytes};
    use axum::http::{Method, Request, StatusCode, header};
    use axum::middleware::from_fn_with_state;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;
    use tokio::sync::watch as signal;
    use wag_play::LimitOptions;

    /// Sends one request to a router, and returns the status of the response and the start of its body.
    async fn send(router: Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let response = TowerToHyperService::new(router).call(request).await.unwrap();
        let (parts, body) = response.into_parts();
        // An event stream has no end.
        let is_stream =
            parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let body = if is_stream { Vec::new() } else { to_bytes(body, 64 << 20).await.unwrap().to_vec() };
        (parts.status, body)
    }

    fn request(method: &MethodFilter, address: &str) -> axum::http::request::Builder {
        let method = match *method {
            GET => Method::GET,
            PUT => Method::PUT,
            PATCH => Method::PATCH,
            DELETE => Method::DELETE,
            _ => Method::POST,
        };
        let address = address.replace("{*name}", "main.js").replace(['{', '}'], "");
        Request::builder().method(method).uri(address).header(header::HOST, "127.0.0.1:80")
    }

    /// Returns the server of one user, and the user as a caller.
    fn server(folder: &std::path::Path) -> (Arc<ServerState>, Caller) {
        let workspace = Settings {
            folder: folder.into(),
            limits: LimitOptions::default(),
            is_hosted: false,
            warn: |_| {},
        };
        let stop = signal::Sender::new(false);
        let user = Arc::new(WorkspaceState::new(workspace, None, stop.subscribe()));
        (Arc::new(ServerState::new(Serves::User(Arc::clone(&user)), stop)), Caller::user(user))
    }

    /// Returns the routes of the server of one user: the others answer as if they did not exist.
    fn of_one_user() -> impl Iterator<Item = (MethodFilter, &'static str, Right)> {
        let is_own = |address: &str| {
            !address.starts_with("/health") && (address == "/api/me" || !address.starts_with("/api/"))
        };
        listed().into_iter().filter(move |(_, address, right)| match right {
            Pages | Workspace | Solutions | Tournaments | Server => true,
            Anybody => is_own(address),
            _ => false,
        })
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_route_serves_only_callers_with_its_right() {
        let folder = tempfile::tempdir().unwrap();
        let table: Vec<_> = listed();
        let is_listed_once = |(method, address, _): &(MethodFilter, &str, Right)| {
            table.iter().filter(|route| (route.0, route.1) == (*method, *address)).count() == 1
        };
        assert!(table.len() > 60 && table.iter().all(is_listed_once));
        for (method, address, right) in of_one_user() {
            let (server, user) = server(folder.path());
            let router = route_table().router.fallback(api::not_found).with_state(Arc::clone(&server));
            let from = |caller: Option<Caller>| {
                let mut request = request(&method, address).body(Body::empty()).unwrap();
                if let Some(caller) = caller {
                    request.extensions_mut().insert(caller);
                }
                request
            };
            let unknown = Request::builder().uri("/api/none").body(Body::empty()).unwrap();
            let unknown = send(router.clone(), unknown).await;
            assert_eq!(unknown.0, StatusCode::NOT_FOUND);
            for rights in [
                &[][..],
                &[Pages],
                &[Anybody],
                &[Workspace],
                &[Solutions],
                &[Tournaments],
                &[Server],
                Right::USER,
            ] {
                let caller = Caller { rights, ..user.clone() };
                let is_refused = send(router.clone(), from(Some(caller))).await == unknown;
                assert_eq!(is_refused, !rights.contains(&right), "{address} for {rights:?}");
            }
            let visitor = send(router, from(None)).await == unknown;
            assert_eq!(visitor, right != Pages, "{address} for nobody");
            server.halt();
            server.finish();
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_route_below_api_needs_the_token() {
        let folder = tempfile::tempdir().unwrap();
        let ((server, user), guard) = (server(folder.path()), Arc::new(Guard::new(80).unwrap()));
        let cases = [("x-none", "", 401), ("x-wag-token", "0", 401), ("origin", "http://evil.example", 403)];
        for (method, address, right) in of_one_user() {
            for (header, value, status) in cases {
                let request = request(&method, address).header(header, value).body(Body::empty()).unwrap();
                let state = (user.clone(), Arc::clone(&guard));
                let router = routes(Arc::clone(&server)).layer(from_fn_with_state(state, guard::watch));
                let answer = send(router, request).await;
                let is_open = right == Pages && status == 401;
                assert_eq!(answer.0.as_u16() == status, !is_open, "{address} with {header} {value}");
            }
        }
    }
}
