//! Messages as data: an English sentence, which is the key of its translations, and the values of its placeholders. The
//! code that fails, refuses or reports something creates a [`Message`]; the code that displays it chooses the language.

use super::{Language, say_in};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;

/// A sentence and its values, for a reader whose language is not known yet.
///
/// In JSON, a text is a string, and a sentence is an object with its values:
///
/// `{"sentence": "no answer within %{time} s", "values": {"time": "5"}}`.
///
/// Other formats store that JSON as a string.
#[derive(Clone, Debug)]
pub enum Message {
    /// A value, or a text that does not come from this program. It is the same in every language.
    Text(String),
    Sentence(Sentence),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sentence {
    /// The English sentence, with a placeholder `%{name}` for each value.
    sentence: Cow<'static, str>,
    #[serde(default)]
    values: BTreeMap<Cow<'static, str>, Message>,
}

/// Creates a [`Message`] from the same arguments as [`t!`](crate::t): `message!("no answer within %{time} s", time)`. A
/// value is anything that can be displayed, or a message.
#[macro_export]
macro_rules! message {
    ($sentence:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::new(
            $sentence,
            [$((stringify!($name), $crate::Message::from(&$crate::value!($name $(, $value)?)))),*],
        )
    };
}

impl<T: Display> From<T> for Message {
    fn from(text: T) -> Message {
        Message::Text(text.to_string())
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Message {
        message.clone()
    }
}

/// Messages are equal if their English texts are equal.
impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        self.english() == other.english()
    }
}

impl Eq for Message {}

impl PartialEq<&str> for Message {
    fn eq(&self, text: &&str) -> bool {
        self.english() == *text
    }
}

impl Message {
    pub fn new<const N: usize>(sentence: &'static str, values: [(&'static str, Message); N]) -> Message {
        let values = values.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Message::Sentence(Sentence { sentence: Cow::Borrowed(sentence), values })
    }

    /// Creates a message whose values are not known in advance.
    pub fn with_values(
        sentence: &'static str,
        values: impl IntoIterator<Item = (String, Message)>,
    ) -> Message {
        let values = values.into_iter().map(|(name, value)| (Cow::Owned(name), value)).collect();
        Message::Sentence(Sentence { sentence: Cow::Borrowed(sentence), values })
    }

    /// Returns the message of an I/O error: the one from which [`Message::into_error`] created the error, or else the
    /// system's text.
    pub fn of_io(error: &io::Error) -> Message {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<MessageError>());
        inner.map_or_else(|| Message::from(error), |MessageError(message)| message.clone())
    }

    /// Converts the message to an error from which an [`io::Error`] can be created. [`Message::of_io`] returns the
    /// message again.
    pub fn into_error(self) -> impl std::error::Error + Send + Sync + 'static {
        MessageError(self)
    }

    /// Returns the English text, for everything that a program reads or stores.
    pub fn english(&self) -> String {
        self.in_language(Language::ENGLISH)
    }

    /// Returns the text in the user's language.
    pub fn translated(&self) -> String {
        self.in_language(Language::spoken())
    }

    pub fn in_language(&self, language: Language) -> String {
        match self {
            Message::Text(text) => text.clone(),
            Message::Sentence(Sentence { sentence, values }) => {
                let values: Vec<(&str, String)> =
                    values.iter().map(|(name, value)| (&**name, value.in_language(language))).collect();
                let values: Vec<(&str, &dyn Display)> =
                    values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
                say_in(language, sentence, &values)
            }
        }
    }

    /// Returns the text in every language, by language code, for pages on which users can switch the language. Returns
    /// `None` for a plain text, which is the same in all languages.
    pub fn in_all_languages(&self) -> Option<BTreeMap<&'static str, String>> {
        let texts = super::LANGUAGES.iter().map(|language| (language.code, self.in_language(*language)));
        matches!(self, Message::Sentence(_)).then(|| texts.collect())
    }

    /// Returns the message followed by a note in brackets: `no answer within 5 s (a.py, line 3)`.
    #[must_use]
    pub fn with_note(self, note: impl Into<Message>) -> Message {
        Message::new("%{what} (%{note})", [("what", self), ("note", note.into())])
    }

    /// Returns this message followed directly by another one, without a space in between.
    #[must_use]
    pub fn and(self, more: Message) -> Message {
        Message::new("%{what}%{more}", [("what", self), ("more", more)])
    }

    /// Returns the messages, separated by commas.
    pub fn listed(messages: impl IntoIterator<Item = Message>) -> Message {
        let values: BTreeMap<Cow<'static, str>, Message> = (0..)
            .zip(messages)
            .map(|(number, message): (usize, _)| (number.to_string().into(), message))
            .collect();
        let places: Vec<String> = (0..values.len()).map(|number| format!("%{{{number}}}")).collect();
        Message::Sentence(Sentence { sentence: places.join(", ").into(), values })
    }

    /// Returns the values by name, as texts in a language. A plain text has none.
    pub fn values_in(&self, language: Language) -> BTreeMap<&str, String> {
        match self {
            Message::Text(_) => BTreeMap::new(),
            Message::Sentence(Sentence { values, .. }) => {
                values.iter().map(|(name, value)| (&**name, value.in_language(language))).collect()
            }
        }
    }

    /// Returns the value with this name; `None` if the message is a text or has no such value.
    pub fn value(&self, name: &str) -> Option<&Message> {
        match self {
            Message::Text(_) => None,
            Message::Sentence(Sentence { values, .. }) => values.get(name),
        }
    }

    /// Limits an untrusted message: if it has more than `bytes` bytes, it becomes a plain English text of at most that
    /// many characters.
    #[must_use]
    pub fn bounded(self, bytes: usize) -> Message {
        match self.bytes() > bytes {
            true => Message::Text(self.english().chars().take(bytes).collect()),
            false => self,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Message::Text(text) => text.len(),
            Message::Sentence(Sentence { sentence, values }) => {
                values.iter().fold(sentence.len(), |sum, (name, value)| sum + name.len() + value.bytes())
            }
        }
    }

    /// Replaces all texts in the message, for example with texts that are safe for a terminal.
    #[must_use]
    pub fn map(self, replace: &impl Fn(&str) -> String) -> Message {
        match self {
            Message::Text(text) => Message::Text(replace(&text)),
            Message::Sentence(Sentence { sentence, values }) => {
                let values = values.into_iter().map(|(name, value)| (name, value.map(replace))).collect();
                Message::Sentence(Sentence { sentence: replace(&sentence).into(), values })
            }
        }
    }
}

impl Default for Message {
    fn default() -> Message {
        Message::Text(String::new())
    }
}

/// A message in the form that pages receive: a text, or an object with the text in each language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageText(pub Message);

impl Serialize for PageText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0.in_all_languages(), &self.0) {
            (Some(texts), _) => texts.serialize(serializer),
            (None, message) => serializer.serialize_str(&message.english()),
        }
    }
}

/// An error that consists of a message and is displayed in English.
#[derive(Debug)]
struct MessageError(Message);

impl Display for MessageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.english())
    }
}

impl std::error::Error for MessageError {}

/// The JSON form of a message. If untrusted JSON is nested too deeply, `serde_json` returns an error.
#[derive(Deserialize)]
#[serde(untagged)]
enum Json {
    Text(String),
    Sentence(Sentence),
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            _ if !serializer.is_human_readable() => {
                let json = serde_json::to_string(self).map_err(serde::ser::Error::custom)?;
                serializer.serialize_str(&json)
            }
            Message::Text(text) => serializer.serialize_str(text),
            Message::Sentence(sentence) => sentence.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        if !deserializer.is_human_readable() {
            let json = String::deserialize(deserializer)?;
            return serde_json::from_str(&json).map_err(de::Error::custom);
        }
        Ok(match Json::deserialize(deserializer)? {
            Json::Text(text) => Message::Text(text),
            Json::Sentence(sentence) => Message::Sentence(sentence),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late() -> Message {
        message!("no answer within %{time} s %{when}", time = 0.5, when = message!("in its turn"))
    }

    #[test]
    fn a_message_is_told_in_each_language() {
        let message = late().with_note(message!("%{file}, line %{line}", file = "a.py", line = 3));
        assert_eq!(message.english(), "no answer within 0.5 s in its turn (a.py, line 3)");
        let german = "in seinem Zug keine Antwort innerhalb von 0.5 s (a.py, Zeile 3)";
        assert_eq!(message.in_all_languages().unwrap()["de"], german);
        assert_eq!(Message::from("%{what}").with_note("%{note}").english(), "%{what} (%{note})");
    }

    #[test]
    fn a_message_is_json_and_a_plain_text_is_a_string() {
        let json = serde_json::to_string(&late()).unwrap();
        assert_eq!(
            json,
            r#"{"sentence":"no answer within %{time} s %{when}","values":{"time":"0.5","when":{"sentence":"in its turn","values":{}}}}"#
        );
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), late());
        assert_eq!(serde_json::from_str::<Message>("\"oh\"").unwrap(), Message::from("oh"));
        let deep = "{\"sentence\":\"%{a}\",\"values\":{\"a\":".repeat(5000);
        assert!(serde_json::from_str::<Message>(&deep).is_err());
    }
}
