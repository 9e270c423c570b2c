//! Primes, factorisation and divisors of 64-bit numbers.
//!
//! Division games start from any 64-bit number and ask for its divisors at every turn, so trial division up to the
//! square root is out of the question: Miller–Rabin decides primality, Pollard's rho (Brent's form) splits the rest,
//! both with Montgomery multiplication.

const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// Whether `n` is prime.
///
/// ```
/// assert!(duel::factor::is_prime(18_446_744_073_709_551_557));
/// assert!(!duel::factor::is_prime(1));
/// ```
pub fn is_prime(n: u64) -> bool {
    for p in SMALL_PRIMES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 53 * 53 {
        return n > 1;
    }
    // These seven bases leave no composite below 2^64 undetected (Jim Sinclair, 2011).
    let field = Montgomery::new(n);
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let one = field.enter(1);
    let minus_one = n - one;
    [2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022].into_iter().all(|base: u64| {
        let base = base % n;
        if base == 0 {
            return true;
        }
        let mut power = field.pow(field.enter(base), odd);
        if power == one || power == minus_one {
            return true;
        }
        for _ in 1..twos {
            power = field.mul(power, power);
            if power == minus_one {
                return true;
            }
        }
        false
    })
}

/// The distinct primes that divide `n`, ascending; none for 0 and 1.
pub(crate) fn prime_divisors(n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut rest = n;
    if rest < 2 {
        return primes;
    }
    for p in SMALL_PRIMES {
        if rest.is_multiple_of(p) {
            primes.push(p);
            while rest.is_multiple_of(p) {
                rest /= p;
            }
        }
    }
    let mut open = vec![rest];
    while let Some(part) = open.pop() {
        if part == 1 {
            continue;
        }
        if is_prime(part) {
            primes.push(part);
            continue;
        }
        let factor = split(part);
        open.push(factor);
        open.push(part / factor);
    }
    primes.sort_unstable();
    primes.dedup();
    primes
}

/// Numbers that are good to divide: each has several proper divisors to choose from.
pub const GOOD_TO_DIVIDE: [u64; 6] = [24, 36, 48, 60, 84, 120];

/// The next composite number above `n`, or the one below it; `None` where there is none in 64 bits. Whoever offers numbers to divide
/// offers these: from a prime the first player has lost already.
///
/// ```
/// use duel::factor::composite_beside;
///
/// assert_eq!(composite_beside(60, true), Some(62));
/// assert_eq!(composite_beside(60, false), Some(58));
/// assert_eq!(composite_beside(4, false), None);
/// ```
pub fn composite_beside(n: u64, above: bool) -> Option<u64> {
    let step = |n: &u64| if above { n.checked_add(1) } else { n.checked_sub(1) };
    std::iter::successors(step(&n), step).take_while(|&n| above || n > 3).find(|&n| n > 3 && !is_prime(n))
}

/// The prime factors of `n`, ascending, each as often as it divides; none for 0 and 1.
///
/// ```
/// assert_eq!(duel::factor::prime_factors(60), [2, 2, 3, 5]);
/// ```
pub fn prime_factors(n: u64) -> Vec<u64> {
    let factors = exponents(n, &prime_divisors(n));
    factors.into_iter().flat_map(|(prime, exponent)| std::iter::repeat_n(prime, exponent as usize)).collect()
}

/// The prime factors of `n` with their exponents, given a list of primes that holds all of them.
pub(crate) fn exponents(n: u64, primes: &[u64]) -> Vec<(u64, u32)> {
    let mut rest = n;
    let factors = primes.iter().map(|&p| (p, divide_out(&mut rest, p))).filter(|&(_, exponent)| exponent > 0).collect();
    debug_assert!(rest <= 1, "{n} has a prime factor that was not listed");
    factors
}

/// How many divisors `n` has, 1 and itself included, given a list of primes that holds all of its own.
pub(crate) fn divisor_count(n: u64, primes: &[u64]) -> usize {
    let mut rest = n;
    primes.iter().map(|&p| divide_out(&mut rest, p) as usize + 1).product()
}

/// Divides by a prime as often as that goes, and says how often.
fn divide_out(rest: &mut u64, prime: u64) -> u32 {
    let mut exponent = 0;
    while *rest > 1 && rest.is_multiple_of(prime) {
        *rest /= prime;
        exponent += 1;
    }
    exponent
}

/// Every divisor of the number with these prime factors, ascending, 1 and the number itself included.
///
/// Each prime power is merged into the sorted list so far, which beats sorting at the end.
pub(crate) fn divisors(factors: &[(u64, u32)]) -> Vec<u64> {
    let mut all = vec![1];
    for &(p, exponent) in factors {
        let mut multiplied = all.clone();
        let mut merged = all;
        for _ in 0..exponent {
            for d in &mut multiplied {
                *d *= p;
            }
            merged = merge(&merged, &multiplied);
        }
        all = merged;
    }
    all
}

fn merge(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let take_left = left[i] < right[j];
        merged.push(if take_left { left[i] } else { right[j] });
        i += usize::from(take_left);
        j += usize::from(!take_left);
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    merged
}

/// A proper factor of the odd composite `n`.
fn split(n: u64) -> u64 {
    let field = Montgomery::new(n);
    (1..).find_map(|increment| rho(&field, increment)).expect("some increment splits every composite number")
}

/// Pollard's rho with Brent's cycle search, products gathered so that a gcd is needed only every 128 steps.
fn rho(field: &Montgomery, increment: u64) -> Option<u64> {
    const BATCH: u64 = 128;
    let n = field.n;
    let increment = field.enter(increment % n);
    let step = |x| field.mul_add(x, x, increment);
    let mut slow;
    let mut fast = field.enter(2 % n);
    let mut length = 1;
    let mut product = field.enter(1);
    loop {
        slow = fast;
        for _ in 0..length {
            fast = step(fast);
        }
        let mut done = 0;
        while done < length {
            let checkpoint = fast;
            let batch = BATCH.min(length - done);
            for _ in 0..batch {
                fast = step(fast);
                product = field.mul(product, slow.abs_diff(fast));
            }
            let factor = gcd(product, n);
            if factor > 1 {
                if factor < n {
                    return Some(factor);
                }
                // Two factors turned up in one batch: walk it again, one gcd a step.
                let mut again = checkpoint;
                loop {
                    again = step(again);
                    let factor = gcd(slow.abs_diff(again), n);
                    if factor > 1 {
                        return (factor < n).then_some(factor);
                    }
                }
            }
            done += batch;
        }
        length *= 2;
    }
}

pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Multiplication modulo an odd `n` without a division.
struct Montgomery {
    n: u64,
    /// 1/n modulo 2^64.
    inverse: u64,
    /// 2^128 modulo n, which brings a number into Montgomery form.
    square: u64,
}

impl Montgomery {
    fn new(n: u64) -> Montgomery {
        debug_assert!(n % 2 == 1);
        let mut inverse = n;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(inverse)));
        }
        let residue = (1u128 << 64) % u128::from(n);
        Montgomery {
            n,
            inverse,
            square: u64::try_from(residue * residue % u128::from(n)).expect("a residue of a 64-bit number"),
        }
    }

    fn enter(&self, a: u64) -> u64 {
        self.mul(a, self.square)
    }

    fn mul(&self, a: u64, b: u64) -> u64 {
        self.mul_add(a, b, 0)
    }

    /// a * b + c. The sum is taken before the reduction is known: in a chain of steps it then costs no time of its own.
    fn mul_add(&self, a: u64, b: u64, c: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let quotient = (product as u64).wrapping_mul(self.inverse);
        let excess = ((u128::from(quotient) * u128::from(self.n)) >> 64) as u64;
        let (sum, overflow) = ((product >> 64) as u64).overflowing_add(c);
        let sum = if overflow || sum >= self.n { sum.wrapping_sub(self.n) } else { sum };
        let (reduced, underflow) = sum.overflowing_sub(excess);
        if underflow { reduced.wrapping_add(self.n) } else { reduced }
    }

    fn pow(&self, mut base: u64, mut exponent: u64) -> u64 {
        let mut result = self.enter(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divisors_of(n: u64) -> Vec<u64> {
        divisors(&exponents(n, &prime_divisors(n)))
    }

    #[test]
    fn agrees_with_trial_division_on_everything_small() {
        for n in 1..5_000 {
            let slow: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(divisors_of(n), slow, "{n}");
            assert_eq!(is_prime(n), slow.len() == 2, "{n}");
        }
        assert!(!is_prime(0));
    }

    #[test]
    fn numbers_near_the_limit_of_64_bits() {
        let rows: [(u64, &[(u64, u32)]); 7] = [
            (u64::MAX, &[(3, 1), (5, 1), (17, 1), (257, 1), (641, 1), (65_537, 1), (6_700_417, 1)]),
            (18_446_744_073_709_551_557, &[(18_446_744_073_709_551_557, 1)]),
            (4_294_967_291 * 4_294_967_279, &[(4_294_967_279, 1), (4_294_967_291, 1)]),
            (4_294_967_291 * 4_294_967_291, &[(4_294_967_291, 2)]),
            (2_642_239 * 2_642_239 * 2_642_239, &[(2_642_239, 3)]),
            (1 << 63, &[(2, 63)]),
            // The smallest strong pseudoprime to all prime bases up to 31.
            (3_825_123_056_546_413_051, &[(149_491, 1), (747_451, 1), (34_233_211, 1)]),
        ];
        for (n, factors) in rows {
            assert_eq!(exponents(n, &prime_divisors(n)), factors, "{n}");
        }
    }

    #[test]
    fn the_number_with_the_most_divisors() {
        let divisors = divisors_of(18_401_055_938_125_660_800);
        assert_eq!(divisors.len(), 184_320);
        assert!(divisors.is_sorted());
    }
}
