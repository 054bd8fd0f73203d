//! A process that always sends the same answer. It is used to measure the cost of an exchange.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// Answers requests until the other side closes the connection. The argument selects the kind of answers:
///
/// - a number: answers of this many bytes, over standard input and output
/// - an address: answers as a TCP client that has connected to this address
/// - words separated by commas: the first word, as the answer to each line that equals one of the words
pub fn run(argument: &str) -> u8 {
    let answered = match argument.parse() {
        Ok(bytes) => answer_with(bytes),
        Err(_) if argument.contains(':') => answer_at(argument),
        Err(_) => answer_lines(&argument.split(',').collect::<Vec<_>>()),
    };
    match answered {
        Ok(()) => 0,
        Err(err) => {
            eprintln!("wag: {err}");
            1
        }
    }
}

/// Answers each request with this many bytes. A request has at most 4096 bytes, so that a pipe delivers it in one
/// piece.
fn answer_with(bytes: usize) -> io::Result<()> {
    let mut answer = vec![b'1'; bytes.saturating_sub(1)];
    answer.push(b'\n');
    let mut question = [0; 4096];
    let (mut questions, mut answers) =
        (unbuffered(rustix::stdio::stdin())?, unbuffered(rustix::stdio::stdout())?);
    while questions.read(&mut question)? > 0 {
        answers.write_all(&answer)?;
    }
    Ok(())
}

fn answer_lines(words: &[&str]) -> io::Result<()> {
    let answer = format!("{}\n", words[0]);
    let mut answers = unbuffered(rustix::stdio::stdout())?;
    for line in io::stdin().lock().lines() {
        if words.contains(&line?.as_str()) {
            answers.write_all(answer.as_bytes())?;
        }
    }
    Ok(())
}

fn unbuffered(stream: rustix::fd::BorrowedFd<'_>) -> io::Result<std::fs::File> {
    Ok(stream.try_clone_to_owned()?.into())
}

fn answer_at(address: &str) -> io::Result<()> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let (mut lines, mut answers, mut line) = (BufReader::new(stream.try_clone()?), stream, String::new());
    while lines.read_line(&mut line)? > 0 {
        if let Some(turn) = turn_of(&line) {
            answers.write_all(format!("{{\"turn\":{turn},\"orders\":1}}\n").as_bytes())?;
        }
        line.clear();
    }
    Ok(())
}

/// Returns the number of the turn in a request, in the format in which the engine writes it. Returns `None` if there is
/// none.
fn turn_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("{\"type\":\"turn\",\"turn\":")?;
    rest.split_once(',').map(|(turn, _)| turn)
}
