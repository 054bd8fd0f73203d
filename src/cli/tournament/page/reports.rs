//! Reports for the players of a tournament: a page and a text file for each player, and the ranking as a table for
//! spreadsheets.

use super::document::{document, write_whole};
use super::html::{escaped, href, section};
use crate::cli::answer::user_error;
use crate::cli::tournament::ranking_csv;
use crate::cli::tournament::view::View;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::{json_replay, text_replay};
use wag_i18n::{decimal, message, t};
use wag_play::logs::log_name;
use wag_play::place_in_words;
use wag_replay::marked_as_forfeit;
use wag_series::take_over::{TakeOver, TakeOverOptions};
use wag_server::pages;
use wag_stats::series::SeatPlayed;
use wag_tournament::{PlayerStatus, RefusedSubmission, Standing, StoredMatch};

/// The maximum number of different faults in a report.
const FAULTS_MAX: usize = 40;
/// The maximum length of a player's output in a report, in bytes.
const OUTPUT_MAX: usize = 20_000;
/// The end of the path of a folder with copies of players' files, including the slash.
const COPIES: &str = ".players/";

/// Writes a page and a text file for each player into a folder. Also writes the ranking, and a page for each match that
/// the players' pages link to. With `explains`, the files say what cost the player the most in its lost match.
pub fn write(
    view: &View<'_>,
    folder: &Path,
    for_excel: bool,
    explains: Option<&TakeOverOptions>,
) -> anyhow::Result<()> {
    if let Err(err) = files::create_folder(folder) {
        return user_error(message!("%{folder} cannot be created: %{err}", folder = folder.display(), err));
    }
    let folder = std::path::absolute(folder)?;
    ranking_csv::write(view, &folder.join("ranking.csv"), for_excel)?;
    let (_, rows) = view.standings();
    let mut watched = BTreeSet::new();
    for row in &rows {
        let mut report = Report::of(view, row, rows.len());
        if let Some(options) = explains {
            report.find_losses(options)?;
        }
        watched.extend(report.examples().map(|(_, own)| own.stored.id));
        let name = log_name(&report.title);
        write_whole(&folder.join(format!("{name}.html")), &report.as_page(&folder))?;
        write_whole(&folder.join(format!("{name}.txt")), &report.as_text())?;
    }
    for refused in &view.settings.refused {
        write_refused(&folder, refused)?;
    }
    for stored in view.matches.iter().filter(|stored| watched.contains(&stored.id)) {
        write_match(&folder, stored)?;
    }
    Ok(())
}

/// Writes the page and the text of a submission that cannot play.
fn write_refused(folder: &Path, refused: &RefusedSubmission) -> anyhow::Result<()> {
    let (name, why) = (&refused.name, refused.reason.message.translated());
    let headline = t!("%{name} cannot play", name);
    let head = format!("<header><h1>{}</h1></header>\n", escaped(&headline));
    let fault = section(&t!("What went wrong"), &format!("<p class=\"fault\">{}</p>", escaped(&why)));
    write_whole(&folder.join(format!("{name}.html")), &document(&headline, false, &(head + &fault)))?;
    let line = "=".repeat(headline.chars().count());
    write_whole(&folder.join(format!("{name}.txt")), &format!("{headline}\n{line}\n\n{why}\n"))
}

/// Writes the page of a match, without source code. Writes nothing if the replay of the match cannot be read.
fn write_match(folder: &Path, stored: &StoredMatch) -> anyhow::Result<()> {
    let replay =
        stored.replay.as_ref().and_then(|file| json_replay(files::open_to_read(Path::new(file)).ok()?).ok());
    let page = replay.and_then(|json_replay| pages::page_with_replay(&*json_replay, false).ok());
    page.map_or(Ok(()), |page| write_whole(&folder.join(match_page(stored.id)), &page))
}

fn match_page(id: i64) -> String {
    format!("match-{id:04}.html")
}

/// A match from the viewpoint of one of its players.
struct Own<'r> {
    stored: &'r StoredMatch,
    result: &'r [SeatPlayed],
    seat: usize,
}

impl Own<'_> {
    fn seat(&self) -> &SeatPlayed {
        &self.result[self.seat]
    }

    fn has_won(&self) -> bool {
        self.seat().has_won()
    }

    /// Returns the number of players that have the same rank as this player, including the player itself.
    fn sharing(&self) -> usize {
        self.result.iter().filter(|seat| seat.place == self.seat().place).count()
    }

    fn has_lost(&self) -> bool {
        self.seat().place > 1 && self.result.iter().all(|seat| seat.place <= self.seat().place)
    }

    fn replay(&self) -> Option<PathBuf> {
        self.stored.replay.as_ref().map(PathBuf::from).filter(|file| file.is_file())
    }
}

/// A group of faults of the same kind with the same message.
struct Faults {
    kind: String,
    words: String,
    count: u64,
    /// The ID of the first match with this fault, and the round; `None` if the fault was a failed start.
    first: (i64, Option<u32>),
}

struct Report<'r> {
    view: &'r View<'r>,
    row: &'r Standing,
    players: usize,
    title: String,
    matches: Vec<Own<'r>>,
    faults: Vec<Faults>,
    notes: Vec<String>,
    /// The output, and the ID of the match from which it comes; `None` if there is no output.
    output: Option<(i64, String)>,
    /// The sentences about the losses in the lost match, and its ID; `None` if they are not known.
    losses: Option<(i64, Vec<String>)>,
}

impl<'r> Report<'r> {
    fn of(view: &'r View<'r>, row: &'r Standing, players: usize) -> Report<'r> {
        let own = |stored: &'r StoredMatch| {
            let seat = stored.seats.iter().position(|player| *player == row.player)?;
            Some(Own { stored, result: stored.result.as_deref()?, seat })
        };
        let matches: Vec<Own<'r>> = view.matches.iter().filter_map(own).collect();
        let faults = faults(&matches);
        let title = view.members[row.player].title();
        let mut report = Report {
            view,
            row,
            players,
            title,
            matches,
            faults,
            notes: Vec::new(),
            output: None,
            losses: None,
        };
        report.read_replays();
        report
    }

    /// Returns up to two example matches: one that the player has won, and the lost match with the most faults. The
    /// boolean is true for the match that was won. Considers only matches with a replay.
    fn examples(&self) -> impl Iterator<Item = (bool, &Own<'r>)> {
        let with_replay = || self.matches.iter().filter(|own| own.replay().is_some());
        let won = with_replay().filter(|own| own.has_won()).min_by_key(|own| (own.sharing(), own.stored.id));
        let lost = with_replay().filter(|own| own.has_lost());
        let lost = lost.max_by_key(|own| (own.seat().faults, std::cmp::Reverse(own.stored.id)));
        won.map(|own| (true, own)).into_iter().chain(lost.map(|own| (false, own)))
    }

    /// Finds what cost the player the most in its lost match, or why that is not known.
    fn find_losses(&mut self, options: &TakeOverOptions) -> anyhow::Result<()> {
        let lost = self.examples().find(|(has_won, _)| !has_won);
        let Some((id, replay, seat)) =
            lost.and_then(|(_, own)| Some((own.stored.id, own.replay()?, own.seat)))
        else {
            return Ok(());
        };
        let player = Seat(seat as u8).number().to_string();
        let found = TakeOver { replay: &replay, player: Some(&player), options }.explain(&mut |_| {})?;
        let cards = found.cards.iter().map(|card| &card.phrase);
        let sentences = std::iter::once(&found.phrase).chain(cards);
        self.losses = Some((id, sentences.map(|phrase| printable(phrase.translated())).collect()));
        Ok(())
    }

    /// Reads the player's notes and output from the replays of the example matches, beginning with the lost match.
    fn read_replays(&mut self) {
        let examples: Vec<(i64, PathBuf, usize)> =
            self.examples().filter_map(|(_, own)| Some((own.stored.id, own.replay()?, own.seat))).collect();
        let (mut notes, mut output) = (Vec::new(), None);
        for (id, file, seat) in examples.into_iter().rev() {
            let Some(text_replay) = files::open_to_read(&file).ok().and_then(|file| text_replay(file).ok())
            else {
                continue;
            };
            let advice = text_replay.blocks().ended.iter().flat_map(|ended| &ended.advice);
            for note in advice.filter(|note| note.seat.index() == seat) {
                let note =
                    format!("{} ({}).", printable(&note.translated()), t!("match %{number}", number = id));
                notes.push(note);
            }
            let printed = text_replay.printed(Seat(seat as u8), OUTPUT_MAX);
            if output.is_none() && !printed.trim().is_empty() {
                let lines: Vec<String> =
                    printed.lines().map(|line| without_copies(&printable(line))).collect();
                output = Some((id, lines.join("\n")));
            }
        }
        (self.notes, self.output) = (notes, output);
    }

    fn headline(&self) -> String {
        let withdrawn = match self.view.status(self.row.player) {
            PlayerStatus::Withdrawn => format!(" ({})", t!(PlayerStatus::Withdrawn.name())),
            PlayerStatus::Plays | PlayerStatus::OldVersion => String::new(),
        };
        t!(
            "%{name}: place %{place} of %{players}",
            name = self.title,
            place = self.row.place,
            players = self.players
        ) + &withdrawn
    }

    /// Returns the names and values of the figures in the report.
    fn figures(&self) -> Vec<(String, String)> {
        let row = self.row;
        let (best, worst) = row.possible;
        let possible = if best == worst { best.to_string() } else { format!("{best}–{worst}") };
        vec![
            (t!("possible places"), possible),
            (
                t!("rating"),
                format!("{} ± {}", decimal(row.rating.value, 1), decimal(row.rating.half_width, 1)),
            ),
            (
                t!("points"),
                t!("%{points} of %{most}", points = decimal(row.points, 1), most = row.most_points),
            ),
            (t!("matches"), row.matches.to_string()),
            (t!("opponents"), row.opponents.to_string()),
            (t!("wins"), row.wins.to_string()),
            (t!("mean place"), row.mean_place.map_or_else(|| "–".to_string(), |place| decimal(place, 2))),
            (t!("errors"), row.faults.to_string()),
            (t!("time-outs"), row.time_outs.to_string()),
            (t!("mean ms"), decimal(row.think_ms_mean, 2)),
            (t!("worst ms"), decimal(row.think_ms_max, 2)),
        ]
    }

    fn fault_in_words(&self, faults: &Faults) -> String {
        let (id, round) = faults.first;
        let at = match round {
            Some(round) => t!("round %{round} of match %{number}", round, number = id),
            None => t!("match %{number}", number = id),
        };
        let times = if faults.count == 1 { t!("once") } else { t!("%{n} times", n = faults.count) };
        t!("%{times}, first in %{at} [%{kind}]", times, at, kind = faults.kind)
    }

    /// Returns the map or board of a match, and its result, as text.
    fn match_in_words(&self, own: &Own<'_>) -> String {
        let mut seats: Vec<(&usize, &SeatPlayed)> = own.stored.seats.iter().zip(own.result).collect();
        seats.sort_by_key(|(_, seat)| seat.place);
        let seat = |(player, seat): &(&usize, &SeatPlayed)| {
            let title = self.view.members[**player].title();
            let title = if seat.forfeits { marked_as_forfeit(&title) } else { title };
            format!("{}. {title}", seat.place)
        };
        seats.iter().map(seat).collect::<Vec<_>>().join(", ")
    }

    fn place_of(&self, stored: &StoredMatch) -> String {
        let place = self.view.places.get(stored.place);
        place.map(|word| place_in_words(word, self.view.info.options)).unwrap_or_default()
    }

    fn as_text(&self) -> String {
        let headline = self.headline();
        let mut lines = vec![headline.clone(), "=".repeat(headline.chars().count()), String::new()];
        lines.extend(self.figures().into_iter().map(|(name, figure)| format!("{name}: {figure}")));
        let mut part = |title: String, body: Vec<String>| {
            if !body.is_empty() {
                lines.extend([String::new(), title.clone(), "-".repeat(title.chars().count())]);
                lines.extend(body);
            }
        };
        let faults = self
            .faults
            .iter()
            .flat_map(|one| [one.words.clone(), format!("    {}", self.fault_in_words(one))]);
        part(t!("What went wrong"), faults.collect());
        if let Some((id, sentences)) = &self.losses {
            part(t!("What cost the most in match %{id}", id), sentences.clone());
        }
        part(t!("Notes"), self.notes.clone());
        let examples = self.examples().map(|(won, own)| {
            let (name, page) = (example_name(won), match_page(own.stored.id));
            format!("{name}: {page} ({})", self.match_in_words(own))
        });
        part(t!("To watch"), examples.collect());
        let matches = self.matches.iter().map(|own| {
            format!("{:>5}  {}  {}", own.stored.id, self.place_of(own.stored), self.match_in_words(own))
        });
        part(t!("Matches"), matches.collect());
        if let Some((id, output)) = &self.output {
            part(t!("Output in match %{id}", id), vec![output.clone()]);
        }
        lines.join("\n") + "\n"
    }

    fn as_page(&self, folder: &Path) -> String {
        let figure = |(name, figure): (String, String)| {
            format!("<span>{}: <b>{}</b></span>", escaped(&name), escaped(&figure))
        };
        let figures: String = self.figures().into_iter().map(figure).collect();
        let head = format!(
            "<header><h1>{}</h1><p class=\"facts\">{figures}</p></header>\n",
            escaped(&self.headline())
        );
        let fault_html = |faults: &Faults| {
            let text = escaped(&self.fault_in_words(faults));
            format!(
                "<p class=\"fault\"><code>{}</code><br><span class=\"soft\">{text}</span></p>",
                escaped(&faults.words)
            )
        };
        let faults: String = self.faults.iter().map(fault_html).collect();
        let notes: String = self.notes.iter().map(|note| format!("<li>{}</li>", escaped(note))).collect();
        let examples = self.examples().map(|(won, own)| {
            let (name, page) = (escaped(&example_name(won)), match_page(own.stored.id));
            format!(
                "<li><a href=\"{page}\">{name}</a> <span class=\"soft\">{}</span></li>",
                escaped(&self.match_in_words(own))
            )
        });
        let examples: String = examples.collect();
        let rows: String = self.matches.iter().map(|own| self.row_of_page(own, folder)).collect();
        let head_of_table: String = [t!("match"), t!("map"), t!("places"), t!("errors"), t!("replay")]
            .iter()
            .map(|name| format!("<th scope=\"col\">{}</th>", escaped(name)))
            .collect();
        let matches = format!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"matches\"><thead><tr>{head_of_table}</tr></thead><tbody>{rows}</tbody></table></div>",
            escaped(&t!("Matches"))
        );
        let output = self.output.as_ref().map(|(id, output)| {
            section(
                &t!("Output in match %{id}", id),
                &format!("<pre tabindex=\"0\">{}</pre>", escaped(output)),
            )
        });
        let losses = self.losses.as_ref().map(|(id, sentences)| {
            let lines: String = sentences.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
            section(&t!("What cost the most in match %{id}", id), &lines)
        });
        let part = |title: String, body: String| if body.is_empty() { body } else { section(&title, &body) };
        let list = |items: String| if items.is_empty() { items } else { format!("<ul>{items}</ul>") };
        let body = [
            head,
            part(t!("What went wrong"), faults),
            losses.unwrap_or_default(),
            part(t!("Notes"), list(notes)),
            part(t!("To watch"), list(examples)),
            section(&t!("Matches"), &matches),
            output.unwrap_or_default(),
        ];
        document(&self.headline(), false, &body.concat())
    }

    fn row_of_page(&self, own: &Own<'_>, folder: &Path) -> String {
        let replay = own.replay().map_or_else(
            || "–".to_string(),
            |file| {
                let name = escaped(&file.file_name().unwrap_or_default().to_string_lossy());
                href(folder, &file)
                    .map_or_else(|| name.clone(), |link| format!("<a href=\"{}\">{name}</a>", escaped(&link)))
            },
        );
        format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"seats\">{}</td><td>{}</td><td>{replay}</td></tr>",
            own.stored.id,
            escaped(&self.place_of(own.stored)),
            escaped(&self.match_in_words(own)),
            own.seat().faults
        )
    }
}

/// Shortens the paths of copied files in a line to the part within the copy.
fn without_copies(line: &str) -> String {
    let shortened = || {
        let (before, after) = line.split_once(COPIES)?;
        let (start, rest) = (before.rfind('"')? + 1, after.split_once('/')?.1);
        Some(format!("{}{rest}", &before[..start]))
    };
    shortened().unwrap_or_else(|| line.to_string())
}

fn example_name(won: bool) -> String {
    if won { t!("a match that you have won") } else { t!("a match that you have lost") }
}

/// Returns all faults in these matches, with the most frequent first.
fn faults(matches: &[Own<'_>]) -> Vec<Faults> {
    let mut all: BTreeMap<(String, String), Faults> = BTreeMap::new();
    for own in matches {
        for (failure, count) in own.seat().faults_by_kind() {
            let (kind, words) = (failure.kind().translated(), failure.message.translated());
            let first = (own.stored.id, failure.round);
            let new = || Faults { kind: kind.clone(), words: words.clone(), count: 0, first };
            all.entry((kind.clone(), words.clone())).or_insert_with(new).count += u64::from(count);
        }
    }
    let mut all: Vec<Faults> = all.into_values().collect();
    all.sort_by_key(|faults| (std::cmp::Reverse(faults.count), faults.first));
    all.truncate(FAULTS_MAX);
    all
}

#[cfg(test)]
mod tests {
    use super::without_copies;

    #[test]
    fn output_shows_file_names_without_copy_paths() {
        let line = "    7    File \"/a/.tournament.players/0123/tools/x.py\", line 7, in <module>";
        assert_eq!(without_copies(line), "    7    File \"tools/x.py\", line 7, in <module>");
        assert_eq!(without_copies("players/x"), "players/x");
    }
}
