//! Cards: what somebody logs in with, as JSON for pages and as a page to print.

use super::host_state::Host;
use super::qr;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use wag_i18n::{Language, Message, message};
use wag_store::{Account, Code};

/// A new card. Its code is not stored, so this is the only time that it is shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Card {
    pub account: String,
    pub name: String,
    pub code: String,
    /// The link that logs in, which the QR code contains.
    pub link: String,
    /// The QR code as an SVG document.
    pub qr: String,
}

impl Card {
    pub fn new(host: &Host, account: &Account, code: &Code) -> Card {
        let code = code.printed();
        let link = format!("{}/l#{code}", host.public.url());
        let qr = qr::svg(&link);
        Card { account: account.id.clone(), name: account.display_name.clone(), code, link, qr }
    }
}

/// The style of the page: eight cards on a sheet of A4, with lines to cut along.
const STYLE: &str = "body{font:14px sans-serif;margin:0;color:#000;background:#fff}\
main{display:grid;grid-template-columns:1fr 1fr}\
section{border:1px dashed #888;padding:5mm;break-inside:avoid;display:flex;gap:5mm;align-items:center;height:62mm;box-sizing:border-box}\
h2{font-size:18px;margin:0 0 3mm}code{font-size:20px;font-weight:bold;white-space:nowrap}\
svg{width:38mm;height:38mm;flex:none}p{margin:2mm 0}.warning{margin:5mm;padding:3mm;border:2px solid #000;font-weight:bold}";

/// Returns a page of cards to print. It has no script and loads nothing. `url` is the address on the cards, with the reason
/// why no other device reaches it, if that is so.
pub fn page(
    cards: &[Card],
    class: &str,
    (url, only_here): (&str, Option<&Message>),
    language: Language,
) -> String {
    let title = message!("Cards of class %{class}", class).in_language(language);
    let hint = message!("Scan the picture, or open %{url} and type the code.", url).in_language(language);
    let secret = message!("Whoever has this card can log in as you. If you lose it, ask for a new one.");
    let secret = secret.in_language(language);
    let card = |card: &Card| -> Markup {
        html! {
            section {
                (PreEscaped(inline(&card.qr)))
                div {
                    h2 { bdi { (card.name) } }
                    p { (class) }
                    p { code { (card.code) } }
                    p { (hint) }
                    p { small { (secret) } }
                }
            }
        }
    };
    let page = html! {
        (DOCTYPE)
        html lang=(language.code) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                @if let Some(warning) = only_here { p.warning role="note" { (warning.in_language(language)) } }
                main { @for one in cards { (card(one)) } }
            }
        }
    };
    page.into_string()
}

/// Returns an SVG document without the declaration of XML, so that it can stand in a page.
fn inline(svg: &str) -> String {
    svg.find("<svg").map_or_else(String::new, |at| svg[at..].to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_i18n::LANGUAGES;

    #[test]
    fn names_on_cards_are_text() {
        let card = Card {
            account: "a".into(),
            name: "<script>alert(1)</script>\u{202e}".into(),
            code: "ABCD-EFGH-JKMN".into(),
            link: String::new(),
            qr: qr::svg("http://127.0.0.1/l#ABCD-EFGH-JKMN"),
        };
        for language in LANGUAGES {
            let warning = message!("Only this computer reaches %{url}: <b>", url = "http://a&b");
            let page = page(std::slice::from_ref(&card), "7<b>", ("http://a&b", Some(&warning)), language);
            assert_eq!(
                page.matches("role=\"note\">Only this computer reaches http://a&amp;b: &lt;b&gt;</p>")
                    .count(),
                1
            );
            assert!(!page.contains("<script") && !page.contains("7<b>"), "{page}");
            assert!(page.contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;\u{202e}</bdi>"), "{page}");
            assert_eq!((page.matches("<svg").count(), page.matches("<?xml").count()), (1, 0));
        }
    }
}
