"""Texts for programs that speak: what is cut, what is left out, and which voice is meant. Nothing but the standard library.

A plug-in that speaks copies this file beside its program, as it does with parlance_plugin.py. Engines want a sentence at a
time, so that the first one is heard while the others are still worked on; they want none that is endless, since nothing can
be cancelled within one; and some of them break on words that nobody says.
"""

import re
import unicodedata

__all__ = ["Sentence", "sentences", "cleaned", "is_match"]

# What ends a sentence when white space follows, what ends one in scripts without spaces, and what may stand behind either.
ENDS = frozenset(".!?…؟।")
FULL_ENDS = frozenset("。！？｡")
CLOSERS = frozenset("\"')]}”’»」』）")
CLAUSES = frozenset(",;:–—、，；：")

# Words with a full stop that ends nothing, in small letters.
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st vs etc vol fig inc ltd co approx dept est e.g i.e "
    "bzw ca usw z.b d.h nr mme mlle m sra dña ej".split()
)

# Marks of direction and zero-width characters that say nothing to a voice.
SILENT = frozenset("\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
MOST_COMBINING = 3


class Sentence:
    """A sentence: where it stands in the text, in Unicode scalars, and the pieces in which it is to be spoken."""

    def __init__(self, offset, length, pieces):
        self.offset = offset
        self.length = length
        self.pieces = pieces


def sentences(text, longest, longest_word):
    """Yields the sentences of a text, each in pieces of at most `longest` characters and words of at most `longest_word`."""
    start = 0
    seen = 0
    has_words = False
    for end in _ends(text):
        # What has nothing to be said belongs to what follows it.
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
    """The text on one line, without what no voice can say, and with spaces in words that are too long."""
    kept = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" else 0
        if character in SILENT or marks > MOST_COMBINING:
            continue
        # Controls, private use, and what is not assigned.
        kept.append(" " if category in ("Cc", "Co", "Cn", "Cs") else character)
    words = []
    for word in "".join(kept).split():
        words.extend(word[place : place + longest_word] for place in range(0, len(word), longest_word))
    return " ".join(words)


def is_match(language, wanted):
    """Whether a language tag is what is wanted, or a narrower form of it: `en` takes `en-US`, `en-GB` does not take `en`."""
    own, other = re.split("[-_]", language.lower()), re.split("[-_]", wanted.lower())
    return own[0] == other[0] and all(part in own[1:] for part in other[1:])


def _ends(text):
    """Where the sentences of a text end: behind their last character."""
    place = 0
    while place < len(text):
        character = text[place]
        if character == "\n":
            # A line may be broken anywhere; an empty one ends whatever stands before it.
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
    """Whether a full stop stands behind an initial or an abbreviation."""
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
