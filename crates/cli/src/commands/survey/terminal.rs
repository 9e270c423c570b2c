//! A chart in the terminal, a dot for each row.

use duel::drawing::Chart;

/// How many lines the dots have.
const LINES: usize = 16;
/// How wide a chart is where nobody says how wide the terminal is.
const USUAL_WIDTH: usize = 80;

/// The chart as lines: in Braille, eight dots to a sign, or in ASCII.
pub(super) fn draw(chart: &Chart, ascii: bool) -> String {
    let width = terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| width.0.into());
    lines(chart, ascii, width)
}

fn lines(chart: &Chart, ascii: bool, width: usize) -> String {
    let labels = [chart.label(chart.top()), chart.label(chart.top() / 2.0), chart.label(0.0)];
    let margin = labels.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = width.saturating_sub(margin + 1).max(10);
    let (across, up) = if ascii { (1, 1) } else { (2, 4) };
    let mut signs = vec![vec![0_u8; columns]; LINES];
    for (x, y) in chart.cells(columns * across, LINES * up) {
        let (column, line) = (x / across, LINES - 1 - y / up);
        // The dots of a Braille sign count down its left side and then its right; the lowest two came later.
        const DOTS: [[u8; 4]; 2] = [[1 << 6, 1 << 2, 1 << 1, 1], [1 << 7, 1 << 5, 1 << 4, 1 << 3]];
        signs[line][column] |= DOTS[x % across][y % up];
    }
    let sign = |dots: &u8| match (dots, ascii) {
        (0, _) => ' ',
        (_, true) => '*',
        (&dots, false) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
    };
    let down = if ascii { '|' } else { '│' };
    let mut text = format!("{}\n", chart.title());
    for (line, signs) in signs.iter().enumerate() {
        let label = match line {
            0 => &labels[0],
            line if line == LINES / 2 => &labels[1],
            line if line == LINES - 1 => &labels[2],
            _ => "",
        };
        let dots: String = signs.iter().map(sign).collect();
        text += format!("{label:>width$} {down}{dots}", width = margin - 2).trim_end();
        text.push('\n');
    }
    let [first, last] = chart.ends().map(|n| n.to_string());
    let first = format!("{} = {first}", chart.across());
    let room = columns.saturating_sub(first.len() + last.len()).max(1);
    text + &format!("{:margin$}{first}{:room$}{last}\n", "", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_dot_and_no_line_is_too_long() {
        let points = (2..=41).map(|n| (n, n as f64)).collect();
        let chart = Chart::new("evens: dots".into(), "n", false, points).unwrap();
        for (ascii, dots) in [(true, 40), (false, 40)] {
            let drawn = lines(&chart, ascii, 46);
            assert!(drawn.lines().all(|line| line.chars().count() <= 46), "{drawn}");
            assert_eq!(drawn.is_ascii(), ascii);
            let count = |sign: char| match sign {
                '*' => 1,
                '\u{2800}'..='\u{28ff}' => (sign as u32 - 0x2800).count_ones(),
                _ => 0,
            };
            assert_eq!(drawn.chars().map(count).sum::<u32>(), dots, "{drawn}");
            assert!(drawn.ends_with("n = 2                                  41\n"), "{drawn}");
        }
    }
}
