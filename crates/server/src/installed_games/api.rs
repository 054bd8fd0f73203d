//! The installed games, for the owner.

use crate::host::Hosted;
use crate::request::Answer;
use axum::Json;
use serde::Serialize;
use wag_i18n::PageText;

/// An installed game as the owner sees it.
#[derive(Serialize)]
pub struct ShownGame {
    /// The name of its folder.
    name: String,
    /// The title; `None` if it could never be read.
    title: Option<&'static str>,
    /// The version that the game declares.
    version: Option<u32>,
    /// The hash of the files with which matches are played.
    sha256: Option<String>,
    /// The reason why the files that are there now cannot be used, or why a match with them has failed.
    problem: Option<PageText>,
}

/// `GET /api/server/games`: lists the installed games.
pub async fn list(Hosted(host): Hosted) -> Answer<Vec<ShownGame>> {
    let failures = host.contests.game_failures().clone();
    let shown = host.games.all().into_iter().map(|(name, installed)| {
        let file = installed.game.and_then(|game| game.info.file);
        ShownGame {
            name,
            title: installed.game.map(|game| game.info.title),
            version: file.map(|file| file.version),
            sha256: file.map(|file| file.sha256.clone()),
            problem: installed.problem.or_else(|| failures.get(&file?.sha256).cloned()).map(PageText),
        }
    });
    Ok(Json(shown.collect()))
}
