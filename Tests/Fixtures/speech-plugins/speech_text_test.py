"""What speech_text.py makes of texts. Run with the folder of that file in PYTHONPATH."""

import unittest

from speech_text import cleaned, is_match, sentences


def told(text, longest=400, longest_word=60):
    return [text[one.offset : one.offset + one.length] for one in sentences(text, longest, longest_word)]


class SentenceTests(unittest.TestCase):
    def test_ends(self):
        self.assertEqual(told("One. Two! Three? Four"), ["One.", "Two!", "Three?", "Four"])
        self.assertEqual(told("One\nline.\n\nA title\n \nText"), ["One\nline.", "A title", "Text"])
        self.assertEqual(told("日本語です。二つ目。"), ["日本語です。", "二つ目。"])
        self.assertEqual(told("He said (“no.”) Then he left."), ["He said (“no.”)", "Then he left."])

    def test_what_ends_nothing(self):
        for text in (
            "Dr. Smith paid $3.50 to J. R. Ewing.",
            "“Really?” she asked.",
            "Well... perhaps, e.g. tomorrow.",
            "See www.example.org for more.",
        ):
            self.assertEqual(told(text), [text])

    def test_what_says_nothing(self):
        self.assertEqual(told("... Hello. "), ["... Hello."])
        self.assertEqual(told(" \n\t\u200b"), [])
        self.assertEqual(told("..."), ["..."])

    def test_places_count_scalars(self):
        text = "👩‍👩‍👧 e\u0301. Zwei."
        self.assertEqual([(one.offset, one.length) for one in sentences(text, 400, 60)], [(0, 9), (10, 5)])

    def test_pieces(self):
        text = "one two, three four, five six seven"
        (sentence,) = sentences(text, 20, 60)
        self.assertEqual(sentence.pieces, ["one two, three four,", "five six seven"])
        for text in ("a" * 1000, "ab " * 300, "b, " * 300, "é" * 999, ". " * 500):
            for sentence in sentences(text, 100, 30):
                self.assertLessEqual(max(len(piece) for piece in sentence.pieces), 100)
                self.assertLessEqual(max(len(word) for piece in sentence.pieces for word in piece.split()), 30)
            said = "".join(piece for one in sentences(text, 100, 30) for piece in one.pieces)
            self.assertEqual(said.replace(" ", ""), text.replace(" ", ""))

    def test_cleaned(self):
        self.assertEqual(cleaned("a\0b\x1b[1mc\u202ed\ufeffe\ue000f\U0010ffffg", 60), "a b [1mcde f g")
        self.assertEqual(cleaned("e" + "\u0301" * 300, 60), "e" + "\u0301" * 3)
        self.assertEqual(cleaned("abcdefg", 3), "abc def g")

    def test_no_text_takes_the_square_of_its_length(self):
        for unit in (".", ". ", "a", "\n", "e\u0301", ", ", "a. ", '"', "x.", "!\"", ".\n\n", "… ", "。"):
            # Else this does not end while anybody waits for it.
            pieces = [piece for one in sentences((unit * 100_000)[:100_000], 400, 60) for piece in one.pieces]
            self.assertEqual(bool(pieces), unit != "\n", unit)


class LanguageTests(unittest.TestCase):
    def test_matches(self):
        for language, wanted, is_right in (
            ("en-US", "en", True),
            ("en_US", "en-us", True),
            ("en", "en-GB", False),
            ("en-US", "en-GB", False),
            ("zh-Hant-TW", "zh-TW", True),
            ("eng", "en", False),
        ):
            self.assertEqual(is_match(language, wanted), is_right, (language, wanted))


unittest.main()
