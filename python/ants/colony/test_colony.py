"""Tests of Colony's parts, without a match. Run them with: wag python -m unittest"""

import unittest

from colony.allocation import Allocation, Situation, allocate
from colony.profile import DEFAULTS, Profile, ProfileError, load, parse

PROFILES = ("default", "aggressive", "defensive", "expansive", "aggressive2", "defensive2", "expansive2")


class TestProfile(unittest.TestCase):
    def fault(self, text):
        with self.assertRaises(ProfileError) as caught:
            parse(text, "mine.profile")
        return str(caught.exception)

    def test_the_profiles_that_come_along_are_whole(self):
        for name in PROFILES:
            self.assertEqual(sum(load(name).shares.values()), 100, name)
        self.assertEqual(load("default").values, DEFAULTS)
        self.assertEqual(load("defensive2")["defendHills.minControlRadius"], 20)

    def test_what_is_missing_is_that_of_the_default_profile(self):
        profile = parse("# all of it\n\nexplore.forceGain = 1 # the most\n")
        self.assertEqual(profile.values, {**DEFAULTS, "explore.forceGain": 1.0})

    def test_what_is_wrong_is_told_with_its_line_and_the_remedy(self):
        for text, words in (
            ("\nexplore.forceGian = 1", "line 2: no parameter is called 'explore.forceGian'; did you mean explore.forceGain?"),
            ("xyz = 1", "no parameter is called 'xyz'; did you mean"),
            ("explore.forceGain 1", "write it as NAME = NUMBER"),
            ("explore.forceGain = 1.5", "write a number from 0 to 1, such as 0.25"),
            ("explore.forceGain = nan", "explore.forceGain is nan"),
            ("attackHills.halfTimeBoost = 101", "write a whole number from 0 to 100"),
            ("attackHills.halfTimeBoost = many", "'many' is no whole number"),
            ("defendHills.startTurn = -1", "from 0 to 100000"),
            ("explore.forceGain = 1\nexplore.forceGain = 0", "line 2: explore.forceGain stands in line 1 already"),
            ("# x\ndefaultAllocation.explore = 30", "line 2: the shares add up to 105 and not to 100"),
            ("defaultAllocation.explore = 30", "(not in the file: gatherFood, attackHills, defendHills); lower one by 5, such as explore"),
        ):
            self.assertIn(words, self.fault(text))
            self.assertIn("mine.profile, line", self.fault(text))

    def test_a_profile_that_is_not_there(self):
        with self.assertRaisesRegex(ProfileError, "there is no profile mine.*write the file profiles/mine.profile"):
            load("mine")


class TestAllocation(unittest.TestCase):
    def shares(self, name, *situation):
        return list(allocate(load(name), Situation(*situation)).shares.values())

    def test_rules_change_shares_in_their_order(self):
        self.assertEqual(self.shares("default", 30, 1, 60, False, 10, 250), [22, 34, 22, 22])
        self.assertEqual(self.shares("aggressive", 12, 2, 10, True, 200, 250), [15, 26, 59, 0])

    def test_shares_always_add_up(self):
        for name in PROFILES:
            for ants in (1, 9, 24, 25, 400):
                for visible in (0, 33, 100):
                    for turn in (1, 900):
                        shares = self.shares(name, ants, 2, visible, turn > 1, turn, 1000)
                        self.assertEqual((sum(shares), min(shares) >= 0), (100, True))

    def test_nobody_gives_what_it_has_not(self):
        allocation = Allocation(Profile({"defaultAllocation.defendHills": 4, "defaultAllocation.explore": 46}))
        allocation.increment("gatherFood", 9, ("attackHills", "defendHills"))
        self.assertEqual(list(allocation.shares.values()), [34, 46, 20, 0])


if __name__ == "__main__":
    unittest.main()
