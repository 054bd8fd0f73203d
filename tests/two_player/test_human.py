"""Human: a player at the keyboard."""

import unittest

from support import Scripted, games, printed, two

COUNTS = [21, 19, 17, 16, 15, 13, 11, 10, 9, 7, 4, 3, 2, 1, 0]
TYPED = "2 1 2 1 2 1 1".split()
TAKEN = [2, 1, 2, 1, 3, 1, 1]


def transcript(prompts):
    """Returns the transcript of the course's game, with this number of prompts for each move of Alice."""
    text = ""
    for turn, count in enumerate(COUNTS[:-1]):
        text += f"{count}\tmatches, {'Bob' if turn % 2 else 'Alice'}'s turn\n"
        text += "" if turn % 2 else "Your choice: " * prompts[turn // 2]
    return text + "0\tmatches, Alice won\n"


class Human(unittest.TestCase):
    def game(self):
        return games.SimpleNim(games.Human("Alice"), Scripted("Bob", TAKEN), 21)

    def test_transcript_of_the_course(self):
        text = printed(self.game().play, typed="\n".join(TYPED) + "\n")
        self.assertEqual(text, transcript([1] * 7))

    def test_is_asked_again_until_the_number_is_right(self):
        wrong = ["0", "4", "x", "", "-1", "1.0", "9", "one", "2 1"]
        text = printed(self.game().play, typed="\n".join(wrong + TYPED) + "\n")
        self.assertEqual(text, transcript([1 + len(wrong)] + [1] * 6))

    def test_blanks_around_the_number_do_not_matter(self):
        text = printed(self.game().play, typed="\n".join(f" {number} " for number in TYPED) + "\n")
        self.assertEqual(text, transcript([1] * 7))

    def test_chooses_by_position_not_by_value(self):
        alice = games.Human("Alice")
        games.Nim(alice, games.Player("Bob"), [1, 3])
        chosen = []
        printed(lambda: chosen.append(alice.select_move()), typed="3\n")
        self.assertEqual(chosen, [(1, 2)])

    def test_end_of_input_is_to_resign(self):
        game = self.game()
        records = []
        printed(lambda: records.append(games.play_match(game)), typed="2\n")
        (record,) = records
        self.assertEqual((record.reason, record.winner.name, record.moves), ("resigned", "Bob", [2, 2]))
        self.assertEqual(str(record), "Bob won: Alice resigned")

    def test_of_a_learner_is_a_person_too(self):
        class Human(games.Player):
            def select_move(self):
                return int(input("Mine: "))

        game = games.SimpleNim(Human("Alice"), Scripted("Bob", [1]), 9)
        records = []
        text = printed(lambda: records.append(games.play_match(game, time_limit=0.1)), typed="2\n")
        self.assertEqual(text, "9\tmatches, Alice's turn\nMine: 6\tmatches, Alice's turn\nMine: ")
        self.assertEqual((records[0].reason, records[0].moves), ("resigned", [2, 1]))

    def test_sees_the_game_under_a_referee(self):
        game = games.SimpleNim(games.Human("Alice"), Scripted("Bob", [1]), 2)
        text = printed(lambda: games.play_match(game), typed="1\n")
        self.assertEqual(text, "2\tmatches, Alice's turn\nYour choice: ")

    def test_is_not_asked_where_nothing_can_be_chosen(self):
        alice, bob = games.Human("Alice"), two()[1]
        games.SimpleNim(alice, bob, 0)
        with self.assertRaises(ValueError):
            alice.select_move()


if __name__ == "__main__":
    unittest.main()
