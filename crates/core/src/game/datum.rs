//! Plain data that games in Python exchange: what JSON can say, with tuples, and with keys of any kind.
//!
//! On the wire a datum is flat bytes: a tag, then its content. Counts and whole numbers are variable-length integers. The
//! bytes come from untrusted processes, so reading is bounded in size and depth.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A value of plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Datum {
    None,
    Bool(bool),
    Int(i64),
    /// A finite number.
    Float(f64),
    Text(String),
    List(Vec<Datum>),
    Tuple(Vec<Datum>),
    /// Keys and values, in the sequence in which Python has them.
    Dict(Vec<(Datum, Datum)>),
}

/// The tags of the kinds of data on the wire.
pub mod tag {
    pub const NONE: u8 = 0;
    pub const FALSE: u8 = 1;
    pub const TRUE: u8 = 2;
    pub const INT: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const TEXT: u8 = 5;
    pub const LIST: u8 = 6;
    pub const TUPLE: u8 = 7;
    pub const DICT: u8 = 8;
}

impl Datum {
    /// The maximum depth: a list in a list has depth 2.
    pub const DEPTH_MAX: usize = 32;
    /// The maximum length of a datum on the wire, in bytes.
    pub const BYTES_MAX: usize = 256 << 10;

    /// Encodes the datum.
    pub fn pack(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Datum::None => out.push(tag::NONE),
            Datum::Bool(is_true) => out.push(if *is_true { tag::TRUE } else { tag::FALSE }),
            Datum::Int(number) => {
                out.push(tag::INT);
                write_int(*number, out);
            }
            Datum::Float(number) => {
                out.push(tag::FLOAT);
                out.extend(number.to_le_bytes());
            }
            Datum::Text(text) => {
                out.push(tag::TEXT);
                write_count(text.len(), out);
                out.extend(text.as_bytes());
            }
            Datum::List(items) | Datum::Tuple(items) => {
                out.push(if matches!(self, Datum::List(_)) { tag::LIST } else { tag::TUPLE });
                write_count(items.len(), out);
                items.iter().for_each(|item| item.write(out));
            }
            Datum::Dict(entries) => {
                out.push(tag::DICT);
                write_count(entries.len(), out);
                for (key, value) in entries {
                    key.write(out);
                    value.write(out);
                }
            }
        }
    }

    /// Decodes a datum. Returns `None` if the bytes are not exactly one datum within the bounds.
    pub fn unpack(bytes: &[u8]) -> Option<Datum> {
        if bytes.len() > Datum::BYTES_MAX {
            return None;
        }
        let mut rest = bytes;
        let datum = read(&mut rest, 0)?;
        rest.is_empty().then_some(datum)
    }

    /// Returns whether the bytes are exactly one datum within the bounds.
    pub fn is_packed(bytes: &[u8]) -> bool {
        let mut rest = bytes;
        bytes.len() <= Datum::BYTES_MAX && skip(&mut rest, 0).is_some() && rest.is_empty()
    }

    /// Returns the datum as JSON. Tuples become lists, and keys become text.
    pub fn to_json(&self) -> Value {
        match self {
            Datum::None => Value::Null,
            Datum::Bool(is_true) => Value::Bool(*is_true),
            Datum::Int(number) => Value::from(*number),
            Datum::Float(number) => Value::from(*number),
            Datum::Text(text) => Value::from(text.as_str()),
            Datum::List(items) | Datum::Tuple(items) => items.iter().map(Datum::to_json).collect(),
            Datum::Dict(entries) => {
                let entry = |(key, value): &(Datum, Datum)| (key.key_text(), value.to_json());
                Value::Object(entries.iter().map(entry).collect::<Map<_, _>>())
            }
        }
    }

    /// Reads JSON. Returns `None` for what is no datum: whole numbers of more than 64 bits, and values that are too deep.
    pub fn from_json(value: &Value) -> Option<Datum> {
        Datum::from_json_at(value, 0)
    }

    fn from_json_at(value: &Value, depth: usize) -> Option<Datum> {
        if depth > Datum::DEPTH_MAX {
            return None;
        }
        let datum = match value {
            Value::Null => Datum::None,
            Value::Bool(is_true) => Datum::Bool(*is_true),
            Value::Number(number) => match number.as_i64() {
                Some(number) => Datum::Int(number),
                None if number.is_f64() => Datum::Float(number.as_f64()?),
                None => return None,
            },
            Value::String(text) => Datum::Text(text.clone()),
            Value::Array(items) => {
                let items = items.iter().map(|item| Datum::from_json_at(item, depth + 1));
                Datum::List(items.collect::<Option<_>>()?)
            }
            Value::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| {
                    Some((Datum::Text(key.clone()), Datum::from_json_at(value, depth + 1)?))
                });
                Datum::Dict(entries.collect::<Option<_>>()?)
            }
        };
        Some(datum)
    }

    /// Returns whether two data mean the same: a list equals a tuple, and the sequence of keys does not matter.
    pub fn means(&self, other: &Datum) -> bool {
        match (self, other) {
            (Datum::List(one) | Datum::Tuple(one), Datum::List(two) | Datum::Tuple(two)) => {
                one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.means(two))
            }
            (Datum::Dict(one), Datum::Dict(two)) => {
                let has = |(key, value): &(Datum, Datum)| {
                    two.iter().any(|(other, its)| key.means(other) && value.means(its))
                };
                one.len() == two.len() && one.iter().all(has)
            }
            _ => self == other,
        }
    }

    /// Returns the value of a key of a dictionary.
    pub fn get(&self, key: &str) -> Option<&Datum> {
        let Datum::Dict(entries) = self else { return None };
        entries.iter().find(|(own, _)| matches!(own, Datum::Text(own) if own == key)).map(|(_, value)| value)
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Datum::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_int(&self) -> Option<i64> {
        if let Datum::Int(number) = self { Some(*number) } else { None }
    }

    fn key_text(&self) -> String {
        match self {
            Datum::Text(text) => text.clone(),
            other => other.to_json().to_string(),
        }
    }
}

/// Appends a count or length.
pub fn write_count(count: usize, out: &mut Vec<u8>) {
    let mut left = count as u64;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

/// Appends a whole number.
pub fn write_int(number: i64, out: &mut Vec<u8>) {
    write_count(((number << 1) ^ (number >> 63)) as usize, out);
}

/// Reads a count or length.
pub fn read_count(rest: &mut &[u8]) -> Option<usize> {
    let mut count = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, tail) = rest.split_first()?;
        *rest = tail;
        count |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return usize::try_from(count).ok();
        }
    }
    None
}

/// Reads a whole number.
pub fn read_int(rest: &mut &[u8]) -> Option<i64> {
    let count = read_count(rest)? as u64;
    Some((count >> 1) as i64 ^ -((count & 1) as i64))
}

fn read(rest: &mut &[u8], depth: usize) -> Option<Datum> {
    if depth > Datum::DEPTH_MAX {
        return None;
    }
    let (tag, tail) = rest.split_first()?;
    *rest = tail;
    let datum = match *tag {
        tag::NONE => Datum::None,
        tag::FALSE => Datum::Bool(false),
        tag::TRUE => Datum::Bool(true),
        tag::INT => Datum::Int(read_int(rest)?),
        tag::FLOAT => {
            let (bytes, tail) = rest.split_first_chunk()?;
            *rest = tail;
            Datum::Float(Some(f64::from_le_bytes(*bytes)).filter(|number| number.is_finite())?)
        }
        tag::TEXT => {
            let count = read_count(rest)?;
            let (bytes, tail) = rest.split_at_checked(count)?;
            *rest = tail;
            Datum::Text(String::from_utf8(bytes.to_vec()).ok()?)
        }
        tag::LIST => Datum::List(read_items(rest, depth)?),
        tag::TUPLE => Datum::Tuple(read_items(rest, depth)?),
        tag::DICT => {
            let count = read_count(rest).filter(|count| *count <= rest.len() / 2)?;
            let entry = |_| Some((read(rest, depth + 1)?, read(rest, depth + 1)?));
            Datum::Dict((0..count).map(entry).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(datum)
}

/// Moves past a datum. Returns `None` where [`read`] does.
fn skip(rest: &mut &[u8], depth: usize) -> Option<()> {
    if depth > Datum::DEPTH_MAX {
        return None;
    }
    let (tag, tail) = rest.split_first()?;
    *rest = tail;
    match *tag {
        tag::NONE | tag::FALSE | tag::TRUE => {}
        tag::INT => drop(read_int(rest)?),
        tag::FLOAT => {
            let (bytes, tail) = rest.split_first_chunk()?;
            *rest = tail;
            f64::from_le_bytes(*bytes).is_finite().then_some(())?;
        }
        tag::TEXT => {
            let count = read_count(rest)?;
            let (bytes, tail) = rest.split_at_checked(count)?;
            *rest = tail;
            str::from_utf8(bytes).ok()?;
        }
        tag::LIST | tag::TUPLE | tag::DICT => {
            let parts = if *tag == tag::DICT { 2 } else { 1 };
            let count = read_count(rest).filter(|count| *count <= rest.len() / parts)?;
            (0..count * parts).try_for_each(|_| skip(rest, depth + 1))?;
        }
        _ => return None,
    }
    Some(())
}

fn read_items(rest: &mut &[u8], depth: usize) -> Option<Vec<Datum>> {
    // Each item has at least one byte, so a false count cannot reserve much memory.
    let count = read_count(rest).filter(|count| *count <= rest.len())?;
    (0..count).map(|_| read(rest, depth + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::Datum;

    fn example() -> Datum {
        let numbers = [0, -1, 63, -64, i64::MAX, i64::MIN].map(Datum::Int).to_vec();
        Datum::Dict(vec![
            (Datum::Text("numbers".into()), Datum::List(numbers)),
            (Datum::Int(3), Datum::Tuple(vec![Datum::None, Datum::Bool(true), Datum::Float(0.5)])),
        ])
    }

    #[test]
    fn data_survive_the_wire() {
        assert_eq!(Datum::unpack(&example().pack()), Some(example()));
    }

    #[test]
    fn cut_deep_and_overlong_bytes_are_no_data() {
        let packed = example().pack();
        assert!((0..packed.len()).all(|end| Datum::unpack(&packed[..end]).is_none()));
        assert!(Datum::is_packed(&packed) && (0..packed.len()).all(|end| !Datum::is_packed(&packed[..end])));
        let nested = (0..=Datum::DEPTH_MAX).fold(Datum::None, |inner, _| Datum::List(vec![inner]));
        assert_eq!(Datum::unpack(&nested.pack()), None);
        assert!(!Datum::is_packed(&nested.pack()) && !Datum::is_packed(&Datum::Float(f64::NAN).pack()));
        assert_eq!(Datum::unpack(&[6, 0xff, 0xff, 0xff, 0x7f]), None);
        assert_eq!(Datum::unpack(&Datum::Text("x".repeat(Datum::BYTES_MAX)).pack()), None);
        assert_eq!(Datum::unpack(&Datum::Float(f64::NAN).pack()), None);
    }

    #[test]
    fn lists_and_tuples_mean_the_same_and_json_has_text_as_keys() {
        let (list, tuple) = (Datum::List(vec![Datum::Int(1)]), Datum::Tuple(vec![Datum::Int(1)]));
        assert!(list.means(&tuple) && list != tuple);
        let entries = [(Datum::Int(1), Datum::None), (Datum::Int(2), list.clone())];
        let turned = entries.iter().rev().cloned().collect();
        assert!(Datum::Dict(entries.to_vec()).means(&Datum::Dict(turned)));
        assert_eq!(example().to_json()["3"], serde_json::json!([null, true, 0.5]));
        assert_eq!(Datum::from_json(&serde_json::json!([1])), Some(list));
        assert_eq!(Datum::from_json(&serde_json::json!(u64::MAX)), None);
    }
}
