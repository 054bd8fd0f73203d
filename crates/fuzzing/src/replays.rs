//! Fuzz targets for replays. An input is either a whole file, or any blocks, from which the target makes a file with
//! valid lengths and checksums. The targets are part of [`super::TARGETS`].
//!
//! The first byte says what the rest of the input is: a file ([`AS_IT_IS`]), or blocks for [`forge`]. The blocks either
//! follow a valid header or contain their own header.

use super::seeds::{LONG, duel, replay};
use std::sync::LazyLock;
use wag_core::game::Show;
use wag_games::gems::Gems;
use wag_games::warriors::Warriors;
use wag_replay::forge;
use wag_replay::forge::Forged;
use wag_replay::{Reader, ReplayJson, Template, page, verify};

pub const AS_IT_IS: u8 = 0;
pub const AFTER_A_HEADER: u8 = 1;
pub const BLOCKS: u8 = 2;

/// The factor of the task number in the first byte. The task number is an index into [`tasks`] and selects what to do
/// with the replay; performing one task for each input is faster than performing all of them.
pub const TASK: u8 = 4;

/// Returns the tasks, that is, all operations on a replay. The first task performs all others, so it finds every defect
/// that any of them finds.
fn tasks<G: Show>() -> [fn(&mut Reader<G>); TASKS]
where
    Reader<G>: ReplayJson,
{
    [
        |reader| tasks()[1..].iter().for_each(|task| task(reader)),
        |reader| drop((ReplayJson::header(reader), ReplayJson::refresh(reader))),
        |reader| drop(reader.overview()),
        |reader| drop(verify(reader)),
        |reader| {
            (0..ReplayJson::chunks(reader).min(CHUNKS))
                .for_each(|number| drop(ReplayJson::chunk(reader, number)))
        },
        |reader| {
            for round in [1, ReplayJson::rounds(reader)] {
                if let Ok(stretch) = reader.round(round) {
                    forge::tell(reader, &stretch);
                }
            }
        },
        |reader| drop(page(reader, Template { html: "<!-- wag-data -->" }, true)),
        |reader| drop(reader.explain()),
    ]
}

pub const TASKS: usize = 8;

/// The maximum number of chunks to read. A limit is necessary because a file may claim to have thousands of chunks.
const CHUNKS: u32 = 3;

/// Encodes the content of blocks, without checksums, as the bytes that follow the first byte of an input.
pub fn describe(blocks: &[Forged]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for block in blocks {
        bytes.extend([block.kind, block.turns as u8]);
        bytes.extend(block.first_round.to_le_bytes());
        bytes.extend(block.last_round.to_le_bytes());
        bytes.extend((block.body.len() as u16).to_le_bytes());
        bytes.extend(&*block.body);
    }
    bytes
}

fn described(mut bytes: &[u8]) -> Vec<Forged<'_>> {
    let mut blocks = Vec::new();
    while let Some((head, rest)) = bytes.split_first_chunk::<12>() {
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let length = usize::from(u16::from_le_bytes([head[10], head[11]])).min(rest.len());
        let (body, rest) = rest.split_at(length);
        bytes = rest;
        blocks.push(Forged {
            kind: head[0],
            turns: head[1].into(),
            first_round: number(2),
            last_round: number(6),
            body: body.into(),
        });
    }
    blocks
}

/// The replay that supplies the first blocks for inputs with [`AFTER_A_HEADER`]. It is read only once, because reading
/// it for each input would take most of the time.
static FIRST: LazyLock<Reader<Warriors>> =
    LazyLock::new(|| Reader::open(replay(LONG)).expect("the replay is proper"));
static FIRST_DUEL: LazyLock<Reader<Gems>> =
    LazyLock::new(|| Reader::open(duel(LONG)).expect("the replay is proper"));

/// Tests replays of Warriors & Gatherers.
pub fn read(bytes: &[u8]) {
    read_after(&FIRST, bytes);
}

/// Tests replays of the gem duel.
pub fn read_duel(bytes: &[u8]) {
    read_after(&FIRST_DUEL, bytes);
}

fn read_after<G: Show>(first: &Reader<G>, bytes: &[u8])
where
    Reader<G>: ReplayJson,
{
    let Some((mode, rest)) = bytes.split_first() else { return };
    let opened = match mode % TASK {
        AFTER_A_HEADER => forge::after(first, described(rest)),
        BLOCKS => Reader::open(forge::file(described(rest))),
        _ => Reader::open(rest.to_vec()),
    };
    match opened {
        Ok(mut reader) => tasks()[usize::from(mode / TASK) % TASKS](&mut reader),
        Err(err) => drop(err.to_string()),
    }
}
