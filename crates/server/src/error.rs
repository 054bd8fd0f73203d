//! Errors of the server: error responses to the pages, with a status and a sentence, and the reasons why the server
//! cannot start.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::io;
use wag_i18n::{Message, message, t};
use wag_play::PlayError;

/// The reason why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("{}", t!("cannot use port %{port}: %{fault}; choose another one with --port, or leave out --port to use any free port", port = .port, fault = .fault))]
    Port { port: u16, fault: io::Error },
    #[error("{}", t!("cannot start the server: %{fault}", fault = .0))]
    System(#[from] io::Error),
}

/// An error response to a request, with its HTTP status.
#[derive(Debug, thiserror::Error)]
#[error("{}", sentence.translated())]
pub struct Refusal {
    status: StatusCode,
    sentence: Message,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub fn new(status: StatusCode, sentence: impl Into<Message>) -> Refusal {
        Refusal { status, sentence: sentence.into(), header: None }
    }

    /// Adds a header to the response.
    pub fn with_header(self, name: HeaderName, value: HeaderValue) -> Refusal {
        Refusal { header: Some((name, value)), ..self }
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, sentence, header } = self;
        let body = json!({
            "error": sentence.translated(),
            "texts": sentence.in_all_languages(),
            "message": sentence,
        });
        let mut response = (status, Json(body)).into_response();
        response.headers_mut().extend(header);
        response
    }
}
