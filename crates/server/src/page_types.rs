//! Test that `web/generated/server.d.ts` declares the types of the JSON that the server and the pages exchange.

use super::host::*;
use super::{
    api, compare_api, course_api, editor_api, editor_files, replay_api, runs, tournament_api, tournaments,
    turn_api, two_player_api, two_player_games,
};

#[test]
fn page_types_are_current() {
    let imports = "import type { Text } from '../shell/i18n.js';\nimport type { Explanation, OfMatch } from './replay.js';\nimport type { GoalReport, LessonProgress } from './course.js';\nimport type { TournamentRow } from './tournament.js';\nimport type { Choices } from './two-player.js';\n";
    wag_core::assert_page_types!(
        "server.d.ts",
        imports,
        [
            api::Start,
            Seats,
            BuiltIn,
            Opt,
            OptKind,
            File,
            Stage,
            MatchRequest,
            editor_api::FileList,
            editor_files::EditableFile,
            editor_files::FileContent,
            editor_api::FileVersion,
            editor_api::CheckedFile,
            FileProblem,
            Stub,
            ForkForm,
            compare_api::Parent,
            runs::Run,
            runs::RunState,
            runs::GameNow,
            runs::Turn,
            Total,
            Question,
            Verdict,
            replay_api::ListedSave,
            replay_api::SavedStanding,
            tournament_api::TournamentList,
            ListedTournament,
            tournaments::TournamentNow,
            TournamentForm,
            TournamentTable,
            MatchFilter,
            TournamentMatches,
            TournamentMatch,
            MatchStanding,
            TournamentFinal,
            CourseList,
            ListedLesson,
            LessonTexts,
            BegunLesson,
            LessonError,
            course_api::CheckResult,
            turn_api::TurnRequest,
            two_player_api::Start,
            two_player_games::TwoPlayerGameNow,
            two_player_games::TwoPlayerGameState,
            TwoPlayerRequest,
        ]
    );
}
