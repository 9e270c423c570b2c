//! How strong the players of a tournament are, and how sure that is.
//!
//! The model is the logistic one: a player rated 400 points above another wins ten games for each that it loses. The ratings
//! are those under which the results are most likely, all pairs together, with an average of 0. So that a player that has won
//! or lost everything gets a figure too, half a win is added for each side of every pair that met. The error bars hold in
//! 95 of 100 cases: 1.96 standard errors of a rating against the average, from the curvature of the likelihood, as if the
//! games were independent of each other.

/// A rating on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    /// Points above the average of all players.
    pub(crate) elo: f64,
    /// The 95 % error bar: so much more or less.
    pub(crate) error: f64,
}

/// Elo points to one unit of the natural scale, on which the odds are e to the power of the difference.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// What is added to the wins of both sides of each pair.
const PRIOR: f64 = 0.5;
/// Standard errors to either side that hold 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;
const MOST_STEPS: usize = 200;

/// The ratings, where `wins[a][b]` says how often a beat b. `None` when some players cannot be compared, not even by way of
/// others.
pub(crate) fn ratings(wins: &[Vec<u64>]) -> Option<Vec<Rating>> {
    let count = wins.len();
    let met = |a: usize, b: usize| wins[a][b] + wins[b][a] > 0;
    let points = |a: usize, b: usize| if met(a, b) { wins[a][b] as f64 + PRIOR } else { 0.0 };
    let likelihood = |strength: &[f64]| -> f64 {
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b);
        pairs.map(|(a, b)| -points(a, b) * (strength[b] - strength[a]).exp().ln_1p()).sum()
    };
    let mut strength = vec![0.0; count];
    for _ in 0..MOST_STEPS {
        let slope: Vec<f64> = (0..count)
            .map(|a| {
                (0..count)
                    .filter(|&b| b != a)
                    .map(|b| slope_of(points(a, b), points(b, a), strength[a] - strength[b]))
                    .sum()
            })
            .collect();
        let inverse = invert(curvature(&strength, &points))?;
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(cell, slope)| cell * slope).sum()).collect();
        // Newton's step can go too far where somebody has won nearly everything; half of it often enough does not.
        let before = likelihood(&strength);
        let mut part = 1.0;
        let moved = |part: f64| -> Vec<f64> { strength.iter().zip(&step).map(|(at, step)| at + part * step).collect() };
        while likelihood(&moved(part)) < before && part > 1e-9 {
            part /= 2.0;
        }
        let next = moved(part);
        let change = next.iter().zip(&strength).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        strength = next;
        if change < 1e-10 {
            break;
        }
    }
    let average = strength.iter().sum::<f64>() / count as f64;
    let covariance = invert(curvature(&strength, &points))?;
    let rating = |at: usize| {
        // What was added to the curvature to make it invertible is taken away again.
        let variance = (covariance[at][at] - 1.0 / count as f64).max(0.0);
        Rating { elo: SCALE * (strength[at] - average), error: SCALE * TWO_SIDED * variance.sqrt() }
    };
    Some((0..count).map(rating).collect())
}

/// How the likelihood of these results changes with the difference in strength.
fn slope_of(won: f64, lost: f64, difference: f64) -> f64 {
    won - (won + lost) * expected(difference)
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The curvature of the likelihood. Only differences matter to it, so the direction in which all grow stronger at once is
/// flat; it is given the curvature 1, which makes the matrix invertible and changes nothing else.
fn curvature(strength: &[f64], points: &impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let count = strength.len();
    let mut matrix = vec![vec![1.0 / count as f64; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let chance = expected(strength[a] - strength[b]);
            let weight = (points(a, b) + points(b, a)) * chance * (1.0 - chance);
            matrix[a][a] += weight;
            matrix[a][b] -= weight;
        }
    }
    matrix
}

/// The inverse of a matrix; `None` if it has none.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let unit = |row: usize| (0..count).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(unit).collect();
    for column in 0..count {
        let pivot = (column..count).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-9 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let divisor = matrix[column][column];
        for row in [&mut matrix[column], &mut inverse[column]] {
            row.iter_mut().for_each(|cell| *cell /= divisor);
        }
        for row in (0..count).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for at in 0..count {
                matrix[row][at] -= factor * matrix[column][at];
                inverse[row][at] -= factor * inverse[column][at];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3
    }

    /// Ratings found by trying: one player after the other a little up or down as long as that makes the results more
    /// likely, in ever smaller steps; and error bars from differences of the likelihood, inverted by Cramer's rule.
    fn slowly(wins: &[Vec<u64>]) -> Vec<Rating> {
        let count = wins.len();
        let likelihood = |elo: &[f64]| -> f64 {
            let mut sum = 0.0;
            for a in 0..count {
                for b in 0..count {
                    if a != b && wins[a][b] + wins[b][a] > 0 {
                        let chance = 1.0 / (1.0 + 10f64.powf((elo[b] - elo[a]) / 400.0));
                        sum += (wins[a][b] as f64 + 0.5) * chance.ln();
                    }
                }
            }
            sum
        };
        let mut elo = vec![0.0; count];
        let mut step = 64.0;
        while step > 1e-6 {
            let mut moved = false;
            for at in 0..count {
                for change in [step, -step] {
                    let mut other = elo.clone();
                    other[at] += change;
                    if likelihood(&other) > likelihood(&elo) + 1e-13 {
                        elo = other;
                        moved = true;
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        let mean = elo.iter().sum::<f64>() / count as f64;
        elo.iter_mut().for_each(|rating| *rating -= mean);
        // The variance of a centred rating is e' H^+ e; with the last player tied to 0 the rest has a true inverse.
        let h = 0.5;
        let second = |a: usize, b: usize| {
            let at = |da: f64, db: f64| {
                let mut moved = elo.clone();
                moved[a] += da;
                moved[b] += db;
                likelihood(&moved)
            };
            -(at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4.0 * h * h)
        };
        let size = count - 1;
        let matrix: Vec<Vec<f64>> = (0..size).map(|a| (0..size).map(|b| second(a, b)).collect()).collect();
        let whole = determinant(&matrix);
        let minor = |a: usize, b: usize| {
            let rows = (0..size).filter(|&row| row != b);
            let cells =
                |row: usize| (0..size).filter(|&column| column != a).map(|column| matrix[row][column]).collect();
            let sign = if (a + b).is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * determinant(&rows.map(cells).collect::<Vec<Vec<f64>>>()) / whole
        };
        let tied = |a: usize, b: usize| if a < size && b < size { minor(a, b) } else { 0.0 };
        let centred = |at: usize, other: usize| f64::from(u8::from(at == other)) - 1.0 / count as f64;
        let error = |at: usize| {
            let mut variance = 0.0;
            for a in 0..count {
                for b in 0..count {
                    variance += centred(at, a) * tied(a, b) * centred(at, b);
                }
            }
            1.96 * variance.sqrt()
        };
        (0..count).map(|at| Rating { elo: elo[at], error: error(at) }).collect()
    }

    fn determinant(matrix: &[Vec<f64>]) -> f64 {
        if matrix.is_empty() {
            return 1.0;
        }
        let without = |column: usize| -> Vec<Vec<f64>> {
            let cells = |row: &Vec<f64>| (0..row.len()).filter(|&at| at != column).map(|at| row[at]).collect();
            matrix[1..].iter().map(cells).collect()
        };
        let sign = |column: usize| if column.is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..matrix.len()).map(|column| sign(column) * matrix[0][column] * determinant(&without(column))).sum()
    }

    #[test]
    fn two_players_have_a_formula() {
        for (won, lost) in [(10, 10), (30, 10), (100, 0), (0, 7), (1, 999)] {
            let found = ratings(&[vec![0, won], vec![lost, 0]]).unwrap();
            let (w, l) = (won as f64 + 0.5, lost as f64 + 0.5);
            let difference = 400.0 * (w / l).log10();
            let error = 1.96 * SCALE * (1.0 / w + 1.0 / l).sqrt() / 2.0;
            assert!(close(found[0].elo, difference / 2.0) && close(found[1].elo, -difference / 2.0), "{found:?}");
            assert!(close(found[0].error, error) && close(found[1].error, error), "{found:?}, not {error}");
        }
    }

    #[test]
    fn several_players_are_rated_as_by_trying() {
        let tables: [Vec<Vec<u64>>; 4] = [
            vec![vec![0, 12, 20], vec![8, 0, 15], vec![0, 5, 0]],
            vec![vec![0, 40, 40, 40], vec![0, 0, 40, 40], vec![0, 0, 0, 40], vec![0, 0, 0, 0]],
            // A gauntlet: only the first has met anybody.
            vec![vec![0, 7, 3, 10], vec![3, 0, 0, 0], vec![7, 0, 0, 0], vec![0, 0, 0, 0]],
            vec![
                vec![0, 3, 1, 2, 9],
                vec![7, 0, 5, 5, 2],
                vec![9, 5, 0, 4, 8],
                vec![8, 5, 6, 0, 10],
                vec![1, 8, 2, 0, 0],
            ],
        ];
        for table in tables {
            for (quick, slow) in ratings(&table).unwrap().iter().zip(slowly(&table)) {
                assert!((quick.elo - slow.elo).abs() < 0.01, "{quick:?} and {slow:?}");
                assert!((quick.error - slow.error).abs() < 0.01 * slow.error, "{quick:?} and {slow:?}");
            }
        }
    }

    #[test]
    fn who_cannot_be_compared_is_not_rated() {
        assert_eq!(ratings(&[vec![0, 0], vec![0, 0]]), None);
        let two_worlds = [vec![0, 1, 0, 0], vec![1, 0, 0, 0], vec![0, 0, 0, 1], vec![0, 0, 1, 0]];
        assert_eq!(ratings(&two_worlds), None);
    }
}
