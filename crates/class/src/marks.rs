//! Marks by rule: points for taking part, for the place in the final, and for lessons.

use crate::Points;
use serde::{Deserialize, Serialize};

/// The rule by which the marks of a contest are computed. The parts are added; the sum is rounded and bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MarkRule {
    /// The points for a valid hand-in.
    pub takes_part: Points,
    /// The points for the first place in the final. The last place gets none, and the places between get a part.
    pub r#final: Points,
    /// The points for all lessons. Who has done some of them gets a part.
    pub lessons: Points,
    /// The maximum of a mark.
    pub max: Points,
    /// The step to which marks are rounded.
    pub step: Points,
}

impl Default for MarkRule {
    fn default() -> MarkRule {
        MarkRule {
            takes_part: Points::whole(5),
            r#final: Points::whole(3),
            lessons: Points::whole(2),
            max: Points::whole(10),
            step: Points::of_hundredths(50),
        }
    }
}

/// What a pupil has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Performance {
    /// Whether a valid hand-in counts in the contest.
    pub takes_part: bool,
    /// The first and the last place that the pupil shares, from 1, and the number of players in the final.
    pub places: Option<(u32, u32, u32)>,
    pub lessons_done: u32,
    pub lessons_all: u32,
}

impl MarkRule {
    /// Returns the mark of a pupil; `None` if the pupil has done nothing that counts.
    pub fn points(&self, done: &Performance) -> Option<Points> {
        let takes_part = Some(self.takes_part).filter(|_| done.takes_part);
        let place = done.places.map(|(first, last, all)| {
            // Twice the number of players behind: shared places count as the middle of their places.
            let behind = (2 * u64::from(all)).saturating_sub(u64::from(first) + u64::from(last));
            self.r#final.part(behind, 2 * u64::from(all.saturating_sub(1)))
        });
        let lessons = (done.lessons_done > 0 && done.lessons_all > 0)
            .then(|| self.lessons.part(done.lessons_done.into(), done.lessons_all.into()));
        let parts = [takes_part, place, lessons];
        let sum = parts.into_iter().flatten().reduce(|sum, part| sum + part)?;
        Some(sum.rounded_to(self.step).min(self.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_follow_the_rule() {
        let rule = MarkRule::default();
        let done = |takes_part, places, lessons_done| Performance {
            takes_part,
            places,
            lessons_done,
            lessons_all: 13,
        };
        let cases = [
            (done(false, None, 0), None),
            (done(true, None, 0), Some("5")),
            (done(true, Some((1, 1, 24)), 13), Some("10")),
            (done(true, Some((24, 24, 24)), 0), Some("5")),
            (done(true, Some((1, 24, 24)), 0), Some("6.5")),
            (done(true, Some((1, 1, 1)), 0), Some("8")),
            (done(false, None, 6), Some("1")),
            (done(false, None, 99), Some("2")),
        ];
        for (done, expected) in cases {
            let points = rule.points(&done).map(|points| points.to_string());
            assert_eq!(points.as_deref(), expected, "{done:?}");
        }
        let low = MarkRule { max: Points::whole(6), ..rule };
        assert_eq!(low.points(&done(true, Some((1, 1, 24)), 13)), Some(Points::whole(6)));
    }

    proptest! {
        #[test]
        fn a_better_place_is_never_worth_less(all in 1u32..300, first in 1u32..300, last in 1u32..300) {
            let rule = MarkRule { r#final: Points::whole(10), step: Points::default(), ..MarkRule::default() };
            let of = |place: u32| {
                let place = place.min(all);
                rule.points(&Performance { takes_part: true, places: Some((place, place, all)), ..Performance::default() })
            };
            let (better, worse) = (first.min(last), first.max(last));
            prop_assert!(of(better) >= of(worse));
        }
    }
}
