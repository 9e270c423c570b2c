//! Prose on a terminal.

/// The width to which prose is wrapped.
const WIDTH: usize = 80;

/// Wraps prose, every line after the first behind this indent.
pub(crate) fn wrap(prose: &str, indent: &str) -> String {
    let mut wrapped = String::from(indent);
    let mut width = indent.len();
    for (at, word) in prose.split_whitespace().enumerate() {
        let length = word.chars().count();
        if at > 0 && width + 1 + length > WIDTH {
            wrapped.push('\n');
            wrapped.push_str(indent);
            width = indent.len();
        } else if at > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped.push_str(word);
        width += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_page() {
        let wrapped = wrap(&"seven letters ".repeat(30), "  ");
        assert!(wrapped.lines().all(|line| line.starts_with("  ") && line.len() <= WIDTH));
        assert_eq!(wrapped.split_whitespace().count(), 60);
    }
}
