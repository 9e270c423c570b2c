//! As much of JSON Schema as `openapi.json` uses. A word that is not known here is a mistake there.

use serde_json::{Map, Value};

/// What is wrong with a value by a schema; nothing if it is right.
pub(crate) fn wrong(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let schema = resolved(document, schema);
    let mut found = Vec::new();
    let complaint = |what: String| format!("{at}: {what}");
    for (word, says) in schema {
        match word.as_str() {
            "description" | "additionalProperties" => {}
            "type" => {
                if !has_type(value, says.as_str().unwrap()) {
                    found.push(complaint(format!("{value} is no {says}")));
                }
            }
            "const" if says != value => found.push(complaint(format!("{value} is not {says}"))),
            "enum" if !says.as_array().unwrap().contains(value) => {
                found.push(complaint(format!("{value} is none of {says}")));
            }
            "const" | "enum" => {}
            "minItems" | "maxItems" | "minLength" | "maxLength" | "minimum" | "maximum" => {
                if !is_within(value, word, says.as_u64().unwrap()) {
                    found.push(complaint(format!("{value} is beyond {word} {says}")));
                }
            }
            "pattern" if !fits(says.as_str().unwrap(), value.as_str().unwrap_or_default()) => {
                found.push(complaint(format!("{value} does not fit {says}")));
            }
            "pattern" => {}
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(wrong(document, says, item, &format!("{at}[{index}]")));
                }
            }
            "required" | "properties" => found.extend(wrong_parts(document, schema, word, value, at)),
            "oneOf" | "anyOf" => {
                let kinds = says.as_array().unwrap();
                let fitting = kinds.iter().filter(|kind| wrong(document, kind, value, at).is_empty()).count();
                if fitting == 0 || (word == "oneOf" && fitting > 1) {
                    found.push(format!("{at}: {value} fits {fitting} of {word}"));
                }
            }
            other => panic!("{at}: nobody here knows \"{other}\""),
        }
    }
    found
}

fn wrong_parts(document: &Value, schema: &Map<String, Value>, word: &str, value: &Value, at: &str) -> Vec<String> {
    let Some(parts) = value.as_object() else { return Vec::new() };
    if word == "required" {
        let required = schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        return required.filter(|name| !parts.contains_key(*name)).map(|name| format!("{at}: no {name}")).collect();
    }
    let known = schema["properties"].as_object().unwrap();
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let mut found = Vec::new();
    for (name, part) in parts {
        match known.get(name) {
            Some(schema) => found.extend(wrong(document, schema, part, &format!("{at}.{name}"))),
            None if is_closed => found.push(format!("{at}: {name} is not in the schema")),
            None => {}
        }
    }
    found
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Map<String, Value> {
    match schema["$ref"].as_str() {
        Some(path) => {
            document.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("no {path}")).as_object().unwrap()
        }
        None => schema.as_object().unwrap(),
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        other => panic!("nobody here knows the type {other}"),
    }
}

fn is_within(value: &Value, word: &str, bound: u64) -> bool {
    let size = match value {
        Value::Array(items) => items.len() as u64,
        Value::String(text) => text.chars().count() as u64,
        number => number.as_u64().unwrap_or_default(),
    };
    if word.starts_with("min") { size >= bound } else { size <= bound }
}

/// The three patterns that are used.
fn fits(pattern: &str, text: &str) -> bool {
    let all = |text: &str, is: fn(char) -> bool| text.chars().all(is);
    match pattern {
        "^[0-9A-Za-z]{32,64}$" => (32..=64).contains(&text.len()) && all(text, |c| c.is_ascii_alphanumeric()),
        "^[0-9a-f]{24}$" => text.len() == 24 && all(text, |c| matches!(c, '0'..='9' | 'a'..='f')),
        "^(human|bot|level:[1-5])$" => {
            matches!(text, "human" | "bot" | "level:1" | "level:2" | "level:3" | "level:4" | "level:5")
        }
        other => panic!("nobody here knows the pattern {other}"),
    }
}
