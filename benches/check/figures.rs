//! Figures: how they are averaged, and how they read.

/// The geometric mean, the only one that is fair to ratios; none of nothing.
#[allow(clippy::cast_precision_loss)]
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp())
}

/// How many times faster; a search too short for the clock counts as a microsecond.
pub fn ratio(theirs: f64, ours: f64) -> f64 {
    theirs.max(1e-6) / ours.max(1e-6)
}

/// A figure with three digits that say something: `0.0123`, `1.23`, `12.3`, `1230`.
pub fn short(figure: f64) -> String {
    if figure == 0.0 || !figure.is_finite() {
        return figure.to_string();
    }
    let decimals = (0..9).find(|&n| figure.abs() * 10f64.powi(n) >= 100.0).unwrap_or(9);
    format!("{figure:.0$}", usize::try_from(decimals).expect("it is small"))
}

/// A time in the unit that suits it.
pub fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 1.0 => format!("{} s", short(seconds)),
        _ if seconds >= 1e-3 => format!("{} ms", short(seconds * 1e3)),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

/// A large number in millions.
#[allow(clippy::cast_precision_loss)]
pub fn millions_a_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-6) / 1e6
}
