import LanguageServices

/// Translations in a row, as a dictionary prints them: `house <n>, home (one's own); [adm.] building {n}`.
///
/// Commas and semicolons separate, outside brackets and quotation marks. What stands in brackets is no part of a word: it
/// becomes a label, a gender or a part of speech. The exception is a bracket that is an optional part of a word, which is
/// seen by its touching the word: *(ein)mal* is read *einmal*.
struct WordList {
    /// How a dictionary writes its lists.
    struct Style: Hashable {
        /// What the letters of its labels mean.
        var usage = GrammarLabel.Usage()
        /// Whether a comma separates words; a semicolon always does.
        var separatesAtCommas = true
        /// Whether a vertical bar separates words.
        var separatesAtBars = false
        /// Whether labels in braces, `{f}`, are grammar, and not links.
        var hasGrammarInBraces = false
        /// Whether labels in round brackets, `(f)`, may be genders.
        var hasGendersInParentheses = false
        /// Whether what stands in square brackets is a reading: `水 [みず]`.
        var hasReadingsInBrackets = false
        /// Whether derived words follow the full stop behind a sense, and are none of its translations.
        var hasRunOns = false
        /// Whether an abbreviation is glued to the word it stands for, with its pronunciation behind: `modeATM,  /ˈatm/`.
        var hasGluedAbbreviations = false
        /// Whether an abbreviation stands between slashes: `World Health Organization /WHO/`.
        var hasAbbreviationsInSlashes = false
    }

    /// One of the words.
    struct Item {
        var word: TranslatedWord
        var partOfSpeech: PartOfSpeech?
    }

    private(set) var items: [Item] = []
    /// Labels before the first word, which hold for all of them.
    private(set) var labels: [String] = []
    /// What stands in braces where braces are links.
    private(set) var links: [String] = []

    private let style: Style

    /// Takes a list apart.
    init(_ text: ByteText, _ style: Style) {
        self.style = style
        var start = text.start
        var place = text.start
        while place < text.end {
            let byte = text[place]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
                place = Self.partner(of: place, in: text) ?? place
            case UInt8(ascii: "\""):
                place = text.firstPlace(of: byte, from: place + 1) ?? place
            case UInt8(ascii: ";"):
                add(text.part(from: start, to: place))
                start = place + 1
            case UInt8(ascii: "|") where style.separatesAtBars:
                add(text.part(from: start, to: place))
                start = place + 1
            case UInt8(ascii: ",") where style.separatesAtCommas:
                // "1,000" is one number, and chemists write "2,4-".
                let next = text[place + 1]
                let before = place > text.start ? text[place - 1] : 0
                if next == 0 || next.isBlank || !(before.isDigit && next.isDigit) {
                    add(text.part(from: start, to: place))
                    start = place + 1
                }
            default: break
            }
            place += 1
        }
        add(text.part(from: start))
    }

    /// The place of the bracket that closes one, or `nil` when none does.
    static func partner(of place: Int, in text: ByteText) -> Int? {
        let open = text[place]
        let close: UInt8 = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open + 2
        var depth = 0
        var index = place
        // A bracket that is farther away closes something else, and a damaged text shall not take long.
        let end = min(text.end, place + 2000)
        while index < end {
            let byte = text[index]
            if byte == open { depth += 1 }
            if byte == close {
                depth -= 1
                if depth == 0 { return index }
            }
            index += 1
        }
        return nil
    }

    // MARK: One word

    private mutating func add(_ raw: ByteText) {
        var piece = raw.trimmed
        if style.hasGluedAbbreviations, piece.first == UInt8(ascii: "/"), !items.isEmpty,
            let close = piece.firstPlace(of: UInt8(ascii: "/"), from: piece.start + 1),
            close + 1 == piece.end || piece[close + 1].isBlank
        {
            ungluedLast()
            piece = piece.part(from: close + 1).trimmed
        }
        if piece.isEmpty { return }
        var taking = Taking()
        var place = piece.start
        var run = piece.start
        while place < piece.end {
            let byte = piece[place]
            guard byte < 0x80 else {
                place += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
                guard let close = Self.partner(of: place, in: piece) else {
                    // "a < b" is meant as it stands; any other lone bracket is a slip.
                    if byte == UInt8(ascii: "<"), piece[place + 1].isBlank { break }
                    taking.append(piece.part(from: run, to: place))
                    run = place + 1
                    break
                }
                let inside = piece.part(from: place + 1, to: close)
                taking.append(piece.part(from: run, to: place))
                if byte == UInt8(ascii: "["), inside.first == byte {
                    // A link of a wiki, `[[page|word]]`: the word is a part of the text.
                    let end = inside.last == UInt8(ascii: "]") ? inside.end - 1 : inside.end
                    let bar = inside.lastPlace(of: UInt8(ascii: "|"))
                    taking.append(inside.part(from: (bar ?? inside.start) + 1, to: end))
                } else if byte == UInt8(ascii: "("), Self.isOptionalPart(from: place, to: close, in: piece) {
                    taking.append(inside)
                } else {
                    annotate(inside, byte, &taking)
                    taking.breakWord()
                }
                place = close
                run = close + 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                taking.append(piece.part(from: run, to: place))
                run = place + 1
            case UInt8(ascii: "/")
            where style.hasAbbreviationsInSlashes && place > piece.start && piece[place - 1].isBlank:
                guard let close = piece.firstPlace(of: byte, from: place + 1), close > place + 1,
                    close + 1 == piece.end || piece[close + 1].isBlank,
                    !piece.part(from: place + 1, to: close).bytes.contains(where: \.isBlank)
                else { break }
                taking.append(piece.part(from: run, to: place))
                taking.labels.append(piece.part(from: place + 1, to: close).string)
                place = close
                run = close + 1
            case UInt8(ascii: "~")
            where place > piece.start && piece[place - 1].isWordByte && piece[place + 1].isWordByte:
                taking.append(piece.part(from: run, to: place))
                taking.breakWord()
                run = place + 1
            default: break
            }
            place += 1
        }
        taking.append(piece.part(from: run))
        finish(taking)
    }

    /// Whether a bracket belongs to the word around it: a letter follows it, and what is in it has no space.
    private static func isOptionalPart(from open: Int, to close: Int, in piece: ByteText) -> Bool {
        guard close > open + 1, piece[close + 1].isWordByte || piece[close + 1] == UInt8(ascii: "-") else {
            return false
        }
        for place in open + 1..<close {
            let byte = piece[place]
            if byte.isBlank || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") { return false }
        }
        return true
    }

    private mutating func annotate(_ inside: ByteText, _ bracket: UInt8, _ taking: inout Taking) {
        let text = inside.trimmed
        if text.isEmpty { return }
        switch bracket {
        case UInt8(ascii: "<"):
            let label = GrammarLabel(text, style.usage)
            if label.isGrammar { taking.take(label) } else { taking.labels.append(text.string) }
            taking.isTagged = true
        case UInt8(ascii: "{"):
            if style.hasGrammarInBraces {
                taking.take(GrammarLabel(text, GrammarLabel.Usage(hasNeuter: true)))
            } else {
                links.append(text.string)
            }
        case UInt8(ascii: "[") where style.hasReadingsInBrackets:
            taking.reading = text.string
        case UInt8(ascii: "(") where style.hasGendersInParentheses && text.count <= 3:
            let label = GrammarLabel(text, GrammarLabel.Usage(hasNeuter: true))
            if label.isGrammar { taking.take(label) } else { taking.labels.append(text.string) }
        default:
            taking.labels.append(text.string)
        }
    }

    /// Takes the abbreviation off the last word, which the pronunciation behind it has given away.
    ///
    /// It begins with the letter that the word begins with, in the middle of a word as it seems: `eventuell|evtl.`; or it is
    /// in capitals behind a small letter: `mode|ATM`.
    private mutating func ungluedLast() {
        guard let last = items.indices.last else { return }
        let letters = Array(items[last].word.text)
        guard letters.count > 3, let first = letters.first?.lowercased() else { return }
        var cut: Int?
        for place in 2..<letters.count where letters[place - 1].isLetter {
            let isCapital = letters[place].isUppercase && letters[place - 1].isLowercase
            if isCapital || letters.last == "." && letters[place].lowercased() == first { cut = place }
        }
        guard let cut else { return }
        items[last].word.text = String(letters[..<cut])
        items[last].word.labels.append(String(letters[cut...]))
    }

    private mutating func finish(_ taking: Taking) {
        let text = taking.text
        guard !text.isEmpty else {
            // A label before the first word holds for all; one behind a word belongs to it.
            guard let last = items.indices.last else {
                labels += taking.labels
                return
            }
            items[last].word.labels += taking.labels
            items[last].partOfSpeech = items[last].partOfSpeech ?? taking.partOfSpeech
            if items[last].word.genders.isEmpty { items[last].word.genders = taking.genders }
            return
        }
        // A question mark or dots where nobody knew a word.
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ".") }) || text == "…" { return }
        var labels = taking.labels
        // "[adm.] house, home": what is in front of the first word is said of the list.
        if items.isEmpty, taking.leadingLabels > 0 {
            self.labels += labels.prefix(taking.leadingLabels)
            labels.removeFirst(taking.leadingLabels)
        }
        items.append(
            Item(
                word: TranslatedWord(text, reading: taking.reading, genders: taking.genders, labels: labels),
                partOfSpeech: taking.partOfSpeech
            )
        )
    }

    /// A word that is being put together.
    private struct Taking {
        var bytes: [UInt8] = []
        var labels: [String] = []
        var leadingLabels = 0
        var genders: [GrammaticalGender] = []
        var reading: String?
        var partOfSpeech: PartOfSpeech?
        /// Whether a tag has closed the word: signs behind it are an illustration, as in `dollar sign <n>$`.
        var isTagged = false
        private var isAtBreak = false
        /// Whether the break is where an annotation has been.
        private var isAtGap = false

        mutating func append(_ part: ByteText) {
            if part.isEmpty { return }
            if isTagged {
                let rest = part.trimmed
                if rest.isEmpty { return }
                // Straight behind the tag it is the sign or the abbreviation of the word.
                if !part.first.isBlank {
                    labels.append(rest.string)
                    return
                }
                if !rest.bytes.contains(where: { $0.isDigit || $0 < 0x80 && $0.isWordByte }), rest.count <= 4 {
                    labels.append(rest.string)
                    return
                }
                isTagged = false
            }
            if bytes.isEmpty { leadingLabels = part.trimmed.isEmpty ? 0 : labels.count }
            for byte in part.bytes {
                if byte.isBlank {
                    isAtBreak = true
                    continue
                }
                if isAtBreak, !bytes.isEmpty {
                    let closes = byte == UInt8(ascii: ",") || isAtGap && ".!?".utf8.contains(byte)
                    if !closes { bytes.append(0x20) }
                }
                isAtGap = false
                isAtBreak = false
                bytes.append(byte)
            }
        }

        /// Two parts with an annotation between them are two words.
        mutating func breakWord() {
            isAtBreak = true
            isAtGap = true
        }

        mutating func take(_ label: GrammarLabel) {
            if partOfSpeech == nil { partOfSpeech = label.partOfSpeech }
            for gender in label.genders where !genders.contains(gender) { genders.append(gender) }
            labels += label.labels
        }

        /// The word, without what brackets have left at its ends.
        var text: String {
            bytes.withText { text in
                text.trimming(
                    first: { $0 == UInt8(ascii: ",") || $0.isBlank },
                    last: { ",;:".utf8.contains($0) || $0.isBlank }
                ).string
            }
        }
    }
}
