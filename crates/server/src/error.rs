//! Errors of the server: error responses to the pages, with a status and a sentence, and the reasons why the server
//! cannot start.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::io;
use wag_i18n::{Language, Message, message, t};
use wag_play::PlayError;
use wag_store::{DbError, StoreError};

/// The reason why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("{}", t!("cannot use port %{port}: %{fault}; choose another one with --port, or leave out --port to use any free port", port = .port, fault = .fault))]
    Port { port: u16, fault: io::Error },
    #[error("{}", t!("cannot start the server: %{fault}", fault = .0))]
    System(#[from] io::Error),
}

/// An error response to a request, with its HTTP status.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", sentence.translated())]
pub struct Refusal {
    status: StatusCode,
    /// The word by which pages tell reasons apart; `None` for those of `wag client`, which are sentences only.
    code: Option<&'static str>,
    sentence: Message,
    /// The time after which the request may be repeated, in seconds.
    retry_after: Option<u64>,
}

impl Refusal {
    pub fn new(status: StatusCode, sentence: impl Into<Message>) -> Refusal {
        Refusal { status, code: None, sentence: sentence.into(), retry_after: None }
    }

    /// Returns the refusal with a code.
    #[must_use]
    pub fn with_code(self, code: &'static str) -> Refusal {
        Refusal { code: Some(code), ..self }
    }

    /// Returns the refusal of a request that may be repeated after these seconds.
    #[must_use]
    pub fn with_retry_after(self, seconds: u64) -> Refusal {
        Refusal { retry_after: Some(seconds), ..self }
    }

    /// Returns the sentence in all languages.
    pub fn sentence(&self) -> Message {
        self.sentence.clone()
    }

    /// Returns the refusal of a request whose answer broke off.
    pub fn interrupted() -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message!("the answer broke off; try again"))
            .with_code("unavailable")
    }

    pub fn bad(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, sentence)
    }

    pub fn absent(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, sentence)
    }

    pub fn unknown_address() -> Refusal {
        Refusal::absent(message!("page not found"))
    }

    pub fn forbidden(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, sentence)
    }

    pub fn conflict(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, sentence)
    }

    pub fn defect(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl From<PlayError> for Refusal {
    fn from(err: PlayError) -> Refusal {
        match err {
            PlayError::UserError(sentence) => Refusal::bad(sentence),
            err => Refusal::defect(err.message()),
        }
    }
}

impl Refusal {
    /// Returns the response in a language. It contains the refusal, so that [`in_language`] can translate it again.
    fn response_in(self, language: Language) -> Response {
        let Refusal { status, code, sentence, retry_after } = &self;
        let text = sentence.in_language(language);
        let body = json!({
            "error": match code {
                Some(code) => json!({ "code": code, "values": sentence.values_in(language), "message": text }),
                None => json!(text),
            },
            "texts": sentence.in_all_languages(),
            "message": sentence,
        });
        let mut response = (*status, Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Translates the error in a response; other responses stay as they are.
pub fn in_language(mut response: Response, language: Language) -> Response {
    match response.extensions_mut().remove::<Refusal>() {
        Some(refusal) if language != Language::spoken() => refusal.response_in(language),
        _ => response,
    }
}

/// Removes the code of an error in a response: the errors of `wag client` are sentences only.
pub fn without_code(mut response: Response) -> Response {
    match response.extensions_mut().remove::<Refusal>() {
        Some(refusal) if refusal.code.is_some() => Refusal { code: None, ..refusal }.into_response(),
        _ => response,
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.response_in(Language::spoken())
    }
}

impl From<StoreError> for Refusal {
    fn from(err: StoreError) -> Refusal {
        let conflict = |code, sentence: Message| Refusal::conflict(sentence).with_code(code);
        match err {
            StoreError::NotFound => Refusal::unknown_address(),
            StoreError::NameTaken => conflict(
                "name_taken",
                message!("somebody already has this name, or one that looks like it; choose another one"),
            ),
            StoreError::Closed => {
                Refusal::new(StatusCode::GONE, message!("this link is closed; ask for a new one"))
                    .with_code("closed")
            }
            StoreError::Archived => Refusal::new(
                StatusCode::LOCKED,
                message!("the class is archived and does not change any more"),
            )
            .with_code("archived"),
            StoreError::LastOwner => {
                conflict("last_owner", message!("the server needs an owner, and this is the only one"))
            }
            StoreError::WrongState => conflict(
                "state",
                message!(
                    "somebody else was faster, or it is too early or too late for this; load the page again"
                ),
            ),
            StoreError::TooMany { max } => {
                conflict("too_many", message!("this server allows at most %{max}", max))
            }
            StoreError::Db(err) => Refusal::of_database(&err),
        }
    }
}

impl Refusal {
    fn of_database(err: &DbError) -> Refusal {
        log::error!("the database fails: {err}");
        match err {
            DbError::Full => Refusal::new(
                StatusCode::INSUFFICIENT_STORAGE,
                message!("the disk of the server is full; tell the owner of the server"),
            )
            .with_code("disk_full"),
            DbError::Busy | DbError::Gone(_) => {
                let sentence = message!("the server cannot reach its data; try again in some seconds");
                Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
                    .with_code("unavailable")
                    .with_retry_after(5)
            }
            _ => Refusal::defect(message!("an internal error in Wag; see the terminal for details"))
                .with_code("defect"),
        }
    }
}
