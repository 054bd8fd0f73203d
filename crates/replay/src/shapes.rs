//! A columnar layout of JSON, for any game: similar values are stored next to each other, so gzip compresses them
//! better.
//!
//! Every position in the tree (a key of an object of one shape, or the items of a list) has a column. It contains the
//! values at this position in tree order: a plain value as it is, `[n]` for a list of n items, `[-1 - n]` for an object
//! of shape n. `web/shell/replay/unpack.js` restores the tree.

use serde_json::{Map, Value, json};
use std::collections::HashMap;

#[derive(Default)]
struct Packer {
    columns: Vec<Vec<Value>>,
    /// For each column, the number of the column with the items of its lists; 0 if it has no lists.
    items: Vec<usize>,
    /// The shapes: the keys of each, with the number of each key's column.
    shapes: Vec<Vec<(String, usize)>>,
    known: HashMap<(usize, Vec<String>), usize>,
}

/// Returns `{"shapes": [[[key, column]]], "items": [column], "columns": [[cell]]}`. The root of the tree is in column
/// 0.
pub fn pack(value: Value) -> Value {
    let mut packer = Packer::default();
    let root = packer.new_column();
    packer.add(root, value);
    let Packer { columns, items, shapes, .. } = packer;
    let columns = columns.into_iter().map(Value::Array).collect();
    Value::Object(Map::from_iter([
        ("shapes".to_string(), json!(shapes)),
        ("items".to_string(), json!(items)),
        ("columns".to_string(), Value::Array(columns)),
    ]))
}

impl Packer {
    fn new_column(&mut self) -> usize {
        self.columns.push(Vec::new());
        self.items.push(0);
        self.columns.len() - 1
    }

    fn add(&mut self, column: usize, value: Value) {
        match value {
            Value::Array(list) => {
                self.columns[column].push(json!([list.len()]));
                if self.items[column] == 0 && !list.is_empty() {
                    self.items[column] = self.new_column();
                }
                let items = self.items[column];
                list.into_iter().for_each(|item| self.add(items, item));
            }
            Value::Object(object) => {
                let shape = self.shape(column, object.keys().cloned().collect());
                self.columns[column].push(json!([-1 - shape as i64]));
                for (number, (_, value)) in object.into_iter().enumerate() {
                    let column = self.shapes[shape][number].1;
                    self.add(column, value);
                }
            }
            plain => self.columns[column].push(plain),
        }
    }

    fn shape(&mut self, column: usize, keys: Vec<String>) -> usize {
        if let Some(shape) = self.known.get(&(column, keys.clone())) {
            return *shape;
        }
        let columns = keys.iter().map(|key| (key.clone(), self.new_column())).collect();
        self.shapes.push(columns);
        self.known.insert((column, keys), self.shapes.len() - 1);
        self.shapes.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reverses [`pack`], as the pages do in JavaScript.
    pub fn unpack(packed: &Value) -> Value {
        fn read(packed: &Value, at: &mut [usize], column: usize) -> Value {
            let cell = &packed["columns"][column][at[column]];
            at[column] += 1;
            let Some(number) = cell.get(0).and_then(Value::as_i64) else { return cell.clone() };
            if number >= 0 {
                let items = packed["items"][column].as_u64().unwrap() as usize;
                return (0..number).map(|_| read(packed, at, items)).collect();
            }
            let shape = packed["shapes"][(-1 - number) as usize].as_array().unwrap();
            let fields = shape.iter().map(|field| {
                let value = read(packed, at, field[1].as_u64().unwrap() as usize);
                (field[0].as_str().unwrap().to_string(), value)
            });
            Value::Object(fields.collect())
        }
        read(packed, &mut vec![0; packed["columns"].as_array().unwrap().len()], 0)
    }

    #[test]
    fn packed_json_is_restored() {
        let values = [
            json!(null),
            json!([]),
            json!({}),
            json!([[], [[]], [1, "a", null, -2.5, [true]]]),
            json!({"turns": [{"a": 1, "b": [1, 2]}, {"a": {"c": []}}, {"b": [{}], "a": [-1]}, 7], "__proto__": 1}),
        ];
        for value in values {
            assert_eq!(unpack(&pack(value.clone())), value);
        }
    }
}
