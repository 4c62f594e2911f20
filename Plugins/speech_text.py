"""Prepares texts for speech engines and selects voices. It needs only the standard library.

Copy this file next to the program of a speech plug-in, like parlance_plugin.py. Engines receive one sentence at a time, so that
the first is played while the next is synthesised. Sentences are limited in length, because synthesis of a sentence cannot be
cancelled. Words are limited too, because some engines fail on very long ones.
"""

import re
import unicodedata

__all__ = ["Sentence", "sentences", "cleaned", "is_match"]

# End marks before white space, end marks in scripts without spaces, and closing characters that may follow either.
ENDS = frozenset(".!?…؟।")
FULL_ENDS = frozenset("。！？｡")
CLOSERS = frozenset("\"')]}”’»」』）")
CLAUSES = frozenset(",;:–—、，；：")

# Lower-case abbreviations whose full stop does not end a sentence.
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st vs etc vol fig inc ltd co approx dept est e.g i.e "
    "bzw ca usw z.b d.h nr mme mlle m sra dña ej".split()
)

# Direction marks and zero-width characters, which are not spoken.
SILENT = frozenset("\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
MOST_COMBINING = 3


class Sentence:
    """A sentence: its range in the text, in Unicode scalars, and the pieces to speak."""

    def __init__(self, offset, length, pieces):
        self.offset = offset
        self.length = length
        self.pieces = pieces


def sentences(text, longest, longest_word):
    """Yields the sentences of a text, in pieces of at most `longest` characters and words of at most `longest_word`."""
    start = 0
    seen = 0
    has_words = False
    for end in _ends(text):
        # A part without letters or digits belongs to the next sentence.
        has_words = has_words or any(character.isalnum() for character in text[seen:end])
        seen = end
        if not has_words and end < len(text):
            continue
        has_words = False
        first, last = start, end
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        start = end
        pieces = _pieces(cleaned(text[first:last], longest_word), longest)
        if pieces:
            yield Sentence(first, last - first, pieces)


def cleaned(text, longest_word):
    """The text on one line, without unspeakable characters; words that are too long are split with spaces."""
    kept = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" else 0
        if character in SILENT or marks > MOST_COMBINING:
            continue
        # Control, private-use and unassigned characters.
        kept.append(" " if category in ("Cc", "Co", "Cn", "Cs") else character)
    words = []
    for word in "".join(kept).split():
        words.extend(word[place : place + longest_word] for place in range(0, len(word), longest_word))
    return " ".join(words)


def is_match(language, wanted):
    """Whether a language tag equals the wanted one or is narrower: `en` accepts `en-US`, but `en-GB` does not accept `en`."""
    own, other = re.split("[-_]", language.lower()), re.split("[-_]", wanted.lower())
    return own[0] == other[0] and all(part in own[1:] for part in other[1:])


def _ends(text):
    """Yields the end offset of each sentence of a text."""
    place = 0
    while place < len(text):
        character = text[place]
        if character == "\n":
            # A line break can be anywhere in a sentence; an empty line ends it.
            breaks = 0
            while place < len(text) and text[place].isspace():
                breaks += text[place] == "\n"
                place += 1
            if breaks > 1:
                yield place
            continue
        if character not in ENDS and character not in FULL_ENDS:
            place += 1
            continue
        first = place
        is_full = False
        while place < len(text) and (text[place] in ENDS or text[place] in FULL_ENDS):
            is_full = is_full or text[place] in FULL_ENDS
            place += 1
        dots = text[first:place]
        is_open = dots in (".", "...", "…") or text[place : place + 1] in CLOSERS
        is_stop = dots == "."
        while place < len(text) and text[place] in CLOSERS:
            place += 1
        if is_full:
            yield place
        elif place < len(text) and text[place].isspace():
            is_short = is_stop and _is_short(text, first)
            if not is_short and not (is_open and text[place : place + 100].lstrip()[:1].islower()):
                yield place
    yield len(text)


def _is_short(text, stop):
    """Whether a full stop follows an initial or an abbreviation."""
    begin = stop
    while begin > 0 and stop - begin < 12 and not text[begin - 1].isspace():
        begin -= 1
    word = text[begin:stop].lstrip("\"'([{“‘«").lower()
    return word in ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "i")


def _pieces(text, longest):
    pieces = []
    while len(text) > longest:
        cut = 0
        for place in range(longest, longest // 2, -1):
            if text[place] == " " and text[place - 1] in CLAUSES:
                cut = place
                break
        cut = cut or text.rfind(" ", 1, longest + 1)
        cut = cut if cut > 0 else longest
        pieces.append(text[:cut].strip())
        text = text[cut:].strip()
    if text:
        pieces.append(text)
    return pieces
