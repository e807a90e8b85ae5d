//! Who is to blame for counterexamples.

mod absurd;
mod candidates;
mod case;
mod dependence;
mod explanation;
mod familiar;
mod generalise;
mod rank;
mod repair;
mod spectrum;
mod suspect;
mod trial;
mod variant;

pub use case::Case;
pub use dependence::Dependence;
pub use explanation::{Explanation, Kind, explain};
pub use familiar::Familiar;
pub use rank::{Blame, COUNTEREXAMPLES, Ranked, Request, blame};
pub use repair::{Change, Hidden, Repair};
pub use spectrum::Spectrum;
pub use suspect::{Suspect, Trust};
pub use trial::Plausible;
