//! Fault localisation by spectra: how often proofs of failing and of passing cases use a clause.
//!
//! The formulas are the usual ones: Ochiai (Abreu et al. 2006), Tarantula (Jones and Harrold 2005), D* with the exponent 2
//! (Wong et al. 2014). They are peers to measure against, and Ochiai counts a little in the ranking.

use super::case::Case;
use crate::program::ClauseId;

/// The counts of one clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spectrum {
    /// The failing cases that use it, and those that do not.
    pub failing: [u32; 2],
    /// The passing cases that use it, and those that do not.
    pub passing: [u32; 2],
}

impl Spectrum {
    /// Counts the cases that use a clause.
    pub fn new(clause: ClauseId, failing: &[Case], passing: &[Case]) -> Spectrum {
        let count = |cases: &[Case]| {
            let used = cases.iter().filter(|case| case.covered.contains(&clause)).count() as u32;
            [used, cases.len() as u32 - used]
        };
        Spectrum { failing: count(failing), passing: count(passing) }
    }

    /// Ochiai's coefficient.
    pub fn ochiai(self) -> f64 {
        let [ef, nf] = self.failing.map(f64::from);
        let ep = f64::from(self.passing[0]);
        ratio(ef, ((ef + nf) * (ef + ep)).sqrt())
    }

    /// Tarantula's suspiciousness.
    pub fn tarantula(self) -> f64 {
        let [ef, nf] = self.failing.map(f64::from);
        let [ep, np] = self.passing.map(f64::from);
        let (fails, passes) = (ratio(ef, ef + nf), ratio(ep, ep + np));
        ratio(fails, fails + passes)
    }

    /// D* with the exponent 2.
    pub fn dstar(self) -> f64 {
        let [ef, nf] = self.failing.map(f64::from);
        let ep = f64::from(self.passing[0]);
        if ef > 0.0 && ep + nf == 0.0 { f64::MAX } else { ratio(ef * ef, ep + nf) }
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::Spectrum;

    #[test]
    fn the_formulas_are_the_published_ones() {
        let spectrum = Spectrum { failing: [3, 1], passing: [1, 3] };
        assert!((spectrum.ochiai() - 3.0 / 4.0).abs() < 1e-9);
        assert!((spectrum.tarantula() - 0.75 / (0.75 + 0.25)).abs() < 1e-9);
        assert!((spectrum.dstar() - 9.0 / 2.0).abs() < 1e-9);
        assert!(Spectrum::default().ochiai().abs() < 1e-9);
    }
}
