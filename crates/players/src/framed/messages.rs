//! Splits the bytes that a client sent into messages. Clients send no frames, so a message is a complete JSON object,
//! or else text up to a line end or up to the end of the bytes received.

/// The maximum length of a message, in bytes.
pub const MESSAGE_MAX: usize = 64 * 1024;
/// The beginning of a message that requests a restart of the game.
pub const RESTART: &[u8] = b"restart";

/// Received bytes that have not been taken yet.
#[derive(Debug, Default)]
pub struct Messages {
    heard: Vec<u8>,
    /// The progress of scanning an object that is not complete yet.
    scan: Scan,
}

#[derive(Clone, Copy, Debug, Default)]
struct Scan {
    at: usize,
    open: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Messages {
    pub fn hear(&mut self, bytes: &[u8]) {
        self.heard.extend(bytes);
    }

    /// Returns whether more bytes have been received than a message may have.
    pub fn is_too_long(&self) -> bool {
        self.heard.len() > MESSAGE_MAX
    }

    pub fn forget(&mut self) {
        *self = Messages::default();
    }

    /// Removes the next complete message and returns it. Returns `None` if there is none.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        if self.scan.at == 0 {
            let blank = self.heard.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.heard.drain(..blank);
        }
        let end = match self.heard.first()? {
            b'{' => self.object_end()?,
            // The text may still become `restart`.
            _ if self.heard.len() < RESTART.len() && RESTART.starts_with(&self.heard) => return None,
            _ => self.heard.iter().position(|byte| *byte == b'\n').unwrap_or(self.heard.len()),
        };
        self.scan = Scan::default();
        Some(self.heard.drain(..end).collect())
    }

    /// Returns the index after the bracket that closes the object, or `None` if the object is not complete.
    fn object_end(&mut self) -> Option<usize> {
        let scan = &mut self.scan;
        while let Some(byte) = self.heard.get(scan.at) {
            scan.at += 1;
            match byte {
                _ if scan.is_escaped => scan.is_escaped = false,
                b'\\' if scan.in_string => scan.is_escaped = true,
                b'"' => scan.in_string = !scan.in_string,
                b'{' | b'[' if !scan.in_string => scan.open += 1,
                b'}' | b']' if !scan.in_string => scan.open -= 1,
                _ => {}
            }
            if scan.open == 0 {
                return Some(scan.at);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Receives these pieces one after the other. Returns the messages that are complete after each piece.
    fn cut(pieces: &[&str]) -> Vec<Vec<String>> {
        let mut messages = Messages::default();
        let after = |piece: &&str| {
            messages.hear(piece.as_bytes());
            let received = std::iter::from_fn(|| messages.next());
            received.map(|message| String::from_utf8(message).unwrap()).collect()
        };
        pieces.iter().map(after).collect()
    }

    #[test]
    fn objects_and_texts_are_split() {
        assert_eq!(cut(&["{}\n{\"a\":[{}]}"]), [["{}", "{\"a\":[{}]}"]]);
        assert_eq!(
            cut(&[" \r\n{\"a", "\":\"}\\\"\"", "}x"]),
            [vec![], vec![], vec!["{\"a\":\"}\\\"\"}", "x"]]
        );
        assert_eq!(cut(&["TEAM 1", "\nA\nB"]), [vec!["TEAM 1"], vec!["A", "B"]]);
        assert_eq!(cut(&["rest", "art"]), [vec![], vec!["restart"]]);
        assert_eq!(cut(&["{}restart"]), [["{}", "restart"]]);
        assert_eq!(cut(&["resting"]), [["resting"]]);
    }

    #[test]
    fn overlong_message_is_noticed() {
        let mut messages = Messages::default();
        messages.hear(&vec![b'{'; MESSAGE_MAX]);
        assert!(messages.next().is_none() && !messages.is_too_long());
        messages.hear(b"{");
        assert!(messages.next().is_none() && messages.is_too_long());
    }
}
