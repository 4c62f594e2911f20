import LanguageServices

/// A list of translations as printed in a dictionary: `house <n>, home (one's own); [adm.] building {n}`.
///
/// Commas and semicolons outside brackets and quotation marks are delimiters. Bracketed text is not part of a word: it
/// becomes a label, a gender or a part of speech. The exception is a bracket that touches the word, which encloses an
/// optional part of it: *(ein)mal* is read as *einmal*.
struct WordList {
    /// The conventions that a dictionary uses in its lists.
    struct Style: Hashable {
        /// The meanings of its single-letter labels.
        var usage = GrammarLabel.Usage()
        /// Whether commas separate words; semicolons always do.
        var separatesAtCommas = true
        /// Whether vertical bars separate words.
        var separatesAtBars = false
        /// Whether labels in braces, `{f}`, are grammar rather than links.
        var hasGrammarInBraces = false
        /// Whether labels in round brackets, `(f)`, may be genders.
        var hasGendersInParentheses = false
        /// Whether square brackets contain a reading: `水 [みず]`.
        var hasReadingsInBrackets = false
        /// Whether the full stop of a sense may be followed by run-on entries of derived words, which are not
        /// translations.
        var hasRunOns = false
        /// Whether an abbreviation is attached to its full form and followed by its pronunciation: `modeATM,  /ˈatm/`.
        var hasGluedAbbreviations = false
        /// Whether abbreviations are enclosed in slashes: `World Health Organization /WHO/`.
        var hasAbbreviationsInSlashes = false
    }

    /// A word in the list.
    struct Item {
        var word: TranslatedWord
        var partOfSpeech: PartOfSpeech?
    }

    private(set) var items: [Item] = []
    /// Labels before the first word, which apply to all words.
    private(set) var labels: [String] = []
    /// The contents of braces, if braces contain links.
    private(set) var links: [String] = []

    private let style: Style

    /// Parses a list.
    init(_ text: ByteText, _ style: Style) {
        self.style = style
        var start = text.start
        var position = text.start
        while position < text.end {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
                position = Self.partner(of: position, in: text) ?? position
            case UInt8(ascii: "\""):
                position = text.firstIndex(of: byte, from: position + 1) ?? position
            case UInt8(ascii: ";"):
                add(text.part(from: start, to: position))
                start = position + 1
            case UInt8(ascii: "|") where style.separatesAtBars:
                add(text.part(from: start, to: position))
                start = position + 1
            case UInt8(ascii: ",") where style.separatesAtCommas:
                // "1,000" is one number, and chemical names contain "2,4-".
                let next = text[position + 1]
                let before = position > text.start ? text[position - 1] : 0
                if next == 0 || next.isBlank || !(before.isDigit && next.isDigit) {
                    add(text.part(from: start, to: position))
                    start = position + 1
                }
            default: break
            }
            position += 1
        }
        add(text.part(from: start))
    }

    /// The index of the matching closing bracket, or `nil` if there is none.
    static func partner(of position: Int, in text: ByteText) -> Int? {
        let open = text[position]
        let close: UInt8 = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open + 2
        var depth = 0
        var index = position
        // A bracket further away is unrelated. The limit also bounds the parsing time for damaged texts.
        let end = min(text.end, position + 2000)
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
            let close = piece.firstIndex(of: UInt8(ascii: "/"), from: piece.start + 1),
            close + 1 == piece.end || piece[close + 1].isBlank
        {
            ungluedLast()
            piece = piece.part(from: close + 1).trimmed
        }
        if piece.isEmpty { return }
        var taking = Taking()
        var position = piece.start
        var run = piece.start
        while position < piece.end {
            let byte = piece[position]
            guard byte < 0x80 else {
                position += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
                guard let close = Self.partner(of: position, in: piece) else {
                    // "a < b" is literal; any other unmatched bracket is treated as a typo.
                    if byte == UInt8(ascii: "<"), piece[position + 1].isBlank { break }
                    taking.append(piece.part(from: run, to: position))
                    run = position + 1
                    break
                }
                let inside = piece.part(from: position + 1, to: close)
                taking.append(piece.part(from: run, to: position))
                if byte == UInt8(ascii: "["), inside.first == byte {
                    // A wiki link, `[[page|word]]`: the word is part of the text.
                    let end = inside.last == UInt8(ascii: "]") ? inside.end - 1 : inside.end
                    let bar = inside.lastIndex(of: UInt8(ascii: "|"))
                    taking.append(inside.part(from: (bar ?? inside.start) + 1, to: end))
                } else if byte == UInt8(ascii: "("), Self.isOptionalPart(from: position, to: close, in: piece) {
                    taking.append(inside)
                } else {
                    annotate(inside, byte, &taking)
                    taking.breakWord()
                }
                position = close
                run = close + 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                taking.append(piece.part(from: run, to: position))
                run = position + 1
            case UInt8(ascii: "/")
            where style.hasAbbreviationsInSlashes && position > piece.start && piece[position - 1].isBlank:
                guard let close = piece.firstIndex(of: byte, from: position + 1), close > position + 1,
                    close + 1 == piece.end || piece[close + 1].isBlank,
                    !piece.part(from: position + 1, to: close).bytes.contains(where: \.isBlank)
                else { break }
                taking.append(piece.part(from: run, to: position))
                taking.labels.append(piece.part(from: position + 1, to: close).string)
                position = close
                run = close + 1
            case UInt8(ascii: "~")
            where position > piece.start && piece[position - 1].isWordByte && piece[position + 1].isWordByte:
                taking.append(piece.part(from: run, to: position))
                taking.breakWord()
                run = position + 1
            default: break
            }
            position += 1
        }
        taking.append(piece.part(from: run))
        finish(taking)
    }

    /// Whether a bracket belongs to the surrounding word: a letter follows it, and it contains no space.
    private static func isOptionalPart(from open: Int, to close: Int, in piece: ByteText) -> Bool {
        guard close > open + 1, piece[close + 1].isWordByte || piece[close + 1] == UInt8(ascii: "-") else {
            return false
        }
        for position in open + 1..<close {
            let byte = piece[position]
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

    /// Separates an attached abbreviation from the last word; the pronunciation after it shows that it is one.
    ///
    /// The abbreviation begins with the initial letter of the word, in what looks like the middle of a word
    /// (`eventuell|evtl.`), or with capital letters after a lower-case letter (`mode|ATM`).
    private mutating func ungluedLast() {
        guard let last = items.indices.last else { return }
        let letters = Array(items[last].word.text)
        guard letters.count > 3, let first = letters.first?.lowercased() else { return }
        var cut: Int?
        for position in 2..<letters.count where letters[position - 1].isLetter {
            let isCapital = letters[position].isUppercase && letters[position - 1].isLowercase
            if isCapital || letters.last == "." && letters[position].lowercased() == first { cut = position }
        }
        guard let cut else { return }
        items[last].word.text = String(letters[..<cut])
        items[last].word.labels.append(String(letters[cut...]))
    }

    private mutating func finish(_ taking: Taking) {
        let text = taking.text
        guard !text.isEmpty else {
            // A label before the first word applies to all words; a label after a word applies to that word.
            guard let last = items.indices.last else {
                labels += taking.labels
                return
            }
            items[last].word.labels += taking.labels
            items[last].partOfSpeech = items[last].partOfSpeech ?? taking.partOfSpeech
            if items[last].word.genders.isEmpty { items[last].word.genders = taking.genders }
            return
        }
        // A question mark or an ellipsis indicates a missing word.
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ".") }) || text == "…" { return }
        var labels = taking.labels
        // "[adm.] house, home": labels before the first word apply to the list.
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

    /// A word that is being assembled.
    private struct Taking {
        var bytes: [UInt8] = []
        var labels: [String] = []
        var leadingLabels = 0
        var genders: [GrammaticalGender] = []
        var reading: String?
        var partOfSpeech: PartOfSpeech?
        /// Whether a tag has ended the word. Signs after the tag illustrate the word, as in `dollar sign <n>$`.
        var isTagged = false
        private var isAtBreak = false
        /// Whether the break is where an annotation was removed.
        private var isAtGap = false

        mutating func append(_ part: ByteText) {
            if part.isEmpty { return }
            if isTagged {
                let rest = part.trimmed
                if rest.isEmpty { return }
                // Text directly after the tag is the word's sign or abbreviation.
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

        /// Ends a word at an annotation: the parts before and after the annotation are separate words.
        mutating func breakWord() {
            isAtBreak = true
            isAtGap = true
        }

        mutating func take(_ label: GrammarLabel) {
            if partOfSpeech == nil { partOfSpeech = label.partOfSpeech }
            for gender in label.genders where !genders.contains(gender) { genders.append(gender) }
            labels += label.labels
        }

        /// The word without unmatched brackets at its ends.
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
