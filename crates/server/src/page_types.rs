//! Test that `web/generated/server.d.ts` declares the types of the JSON that the server and the pages exchange.

use super::course::lessons;
use super::host::{Card, classes_api, join_api, people_api, person_api};
use super::matches::planned_match::Total;
use super::matches::{offers, requests, run};
use super::tournaments::{self, files, running, tables};
use super::{api, compare_api, editor_api, editor_files, goals_api, losses, replay_api, turn_api};

#[test]
fn page_types_are_current() {
    let imports = "import type { Text } from '../shell/basics/i18n.js';\nimport type { CodePlace, OfMatch, Problem } from './replay.js';\nimport type { GoalReport, LessonProgress } from './course.js';\nimport type { LossReport } from './losses.js';\nimport type { CannotPlayRow, CheckedSubmission, TournamentRow } from './tournament.js';\n";
    wag_core::assert_page_types!(
        "server.d.ts",
        imports,
        [
            api::Start,
            offers::OfferedGame,
            offers::Seats,
            offers::BuiltIn,
            offers::Opt,
            offers::OptKind,
            offers::LimitChoice,
            offers::File,
            offers::Stage,
            requests::MatchRequest,
            editor_api::FileList,
            editor_files::EditableFile,
            editor_files::FileContent,
            editor_api::FileVersion,
            editor_api::CheckedFile,
            editor_api::Stub,
            requests::ForkForm,
            compare_api::Parent,
            run::Run,
            run::RunState,
            run::GameNow,
            run::Turn,
            wag_play::JsonUnstarted,
            Total,
            run::Question,
            wag_ladder::ChallengeReport,
            replay_api::ListedSave,
            replay_api::SavedStanding,
            tournaments::api::TournamentList,
            files::ListedTournament,
            running::TournamentNow,
            tournaments::requests::TournamentForm,
            tournaments::classes::CheckedClass,
            tables::TournamentTable,
            tables::MatchFilter,
            tables::TournamentMatches,
            tables::TournamentMatch,
            tables::MatchStanding,
            tables::TournamentFinal,
            lessons::CourseList,
            lessons::ListedLesson,
            lessons::LessonTexts,
            lessons::BegunLesson,
            lessons::CheckResult,
            turn_api::TurnRequest,
            losses::LossesNow,
            losses::LossesRequest,
            goals_api::GoalForm,
            goals_api::SavedGoal,
            crate::server_clock::ClockJump,
            people_api::MeReport,
            people_api::ServerReport,
            people_api::AccountReport,
            people_api::LoggedIn,
            join_api::OpenLink,
            join_api::JoinedClass,
            join_api::NamedId,
            Card,
            classes_api::NewCards,
            classes_api::ClassLink,
            classes_api::ClassReport,
            person_api::BackupFile,
            wag_store::Role,
            wag_store::OwnClass,
            wag_store::OwnContest,
            wag_store::TaughtClass,
            wag_store::Member,
            wag_store::ListedInvitation,
            wag_store::ListedSession,
            wag_store::AuditEntry,
        ]
    );
}
