//! Replays for [`super::TARGETS`]: files as they are, and files whose lengths and checksums are right whatever is in them.
//!
//! The first byte says what follows: a file ([`AS_IT_IS`]), or blocks for [`forge`], after a proper header or with one of
//! their own.

use crate::games::warriors::Warriors;
use crate::replay::forge::{self, Forged};
use crate::replay::{Film, Reader, Template, open, page, verify};
use std::sync::LazyLock;

pub const AS_IT_IS: u8 = 0;
pub const AFTER_A_HEADER: u8 = 1;
pub const BLOCKS: u8 = 2;

/// With this added, the page is made as well, which takes long.
pub const WITH_PAGE: u8 = 8;

/// The bytes of an input after its first, for blocks: what is in each, before checksums.
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

static HEADER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let blocks = forge::blocks(&super::seeds::replay());
    blocks.first().expect("a replay begins with its header").body.to_vec()
});

pub fn read(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    let file = match mode % WITH_PAGE {
        AFTER_A_HEADER => {
            let header = Forged { kind: 0, body: HEADER.as_slice().into(), ..Forged::default() };
            forge::file([header].into_iter().chain(described(rest)))
        }
        BLOCKS => forge::file(described(rest)),
        _ => rest.to_vec(),
    };
    read_file(file, mode & WITH_PAGE != 0);
}

/// So many chunks are read one by one; a file may say that it has thousands.
const CHUNKS: u32 = 3;

fn read_file(file: Vec<u8>, with_page: bool) {
    if with_page && let Ok(film) = open(file.clone()) {
        let _ = page(&*film, Template { html: "<!-- wag-data -->" });
    }
    let mut reader = match Reader::<Warriors>::open(file) {
        Ok(reader) => reader,
        Err(fault) => return drop(fault.to_string()),
    };
    let _ = (Film::header(&reader), reader.overview(), verify(&reader), Film::refresh(&mut reader));
    for number in 0..Film::chunks(&reader).min(CHUNKS) {
        let _ = Film::chunk(&reader, number);
    }
    let last = Film::rounds(&reader);
    for round in [1, last] {
        if let Ok(stretch) = reader.round(round) {
            forge::tell(&reader, &stretch);
        }
    }
}
