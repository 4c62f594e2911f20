import LanguageServices
import TestSupport
import Testing

@testable import Decks

/// For random tables in random dialects, a second reader gives the same result, a copy has the same bytes, and an edit
/// changes exactly the specified cells.
@Suite("Random tables")
struct TablePropertyTests {
    @Test("reading, copying and editing give the expected bytes")
    func tables() throws {
        let decks = try TextDecks()
        var edits = 0
        try FuzzRounds.run(least: 150) { random in
            let separator = random.pick([Separator.tab, .comma, .semicolon, .pipe])
            let hasQuotes = random.below(4) > 0
            let text = table(&random, separator.byte, hasQuotes)
            let options = DeckOpening.Options(
                format: .csv,
                separator: separator,
                header: random.below(2) == 0 ? .present : .absent,
                quoting: hasQuotes ? .standard : .none
            )
            let path = try decks.file("random.csv", text)
            let deck = try DeckOpening.open(path: path, options: options)
            var expected = PlainTableReader.rows(text, separator: separator.byte, hasQuotes: hasQuotes)
            let header = options.header == .present ? 1 : 0
            let width = deck.info.noteTypes[0].fields.count
            let values = expected.dropFirst(header).map { row in
                (0..<width).map { $0 < row.count ? String(decoding: row[$0].value, as: UTF8.self) : "" }
            }
            let rows = try? deck.rows()
            #expect(rows == Array(values), "\(String(decoding: text, as: UTF8.self).debugDescription)")
            guard rows != nil else { return }
            #expect(try decks.written(deck) == text)

            // Some cells get new values, and some tables get a new column.
            let isWider = random.below(3) == 0
            var wanted: [Int: [Int: String]] = [:]
            for number in values.indices where random.below(3) == 0 {
                wanted[number, default: [:]][random.below(width + (isWider ? 1 : 0))] = value(&random)
            }
            let bytes = try decks.written(deck, newFields: isWider ? ["neu"] : []) { note in
                wanted[note.number].map { NoteEdit(fields: $0) }
            }
            let lineEnd = (deck as? DelimitedDeck)?.table.dialect.cellLineEnd
            let written = PlainTableReader.rows(bytes, separator: separator.byte, hasQuotes: hasQuotes)
            #expect(written.count == expected.count)
            for number in expected.indices where written.indices.contains(number) {
                let count = expected[number].count
                // Empty values of cells that are already empty are not written.
                let fields = (wanted[number - header] ?? [:]).filter { $0 < count || !$1.isEmpty }
                if isWider || fields.keys.contains(where: { $0 >= count }) {
                    let least = isWider ? width : (fields.keys.max() ?? 0) + 1
                    while expected[number].count < least { expected[number].append(.init()) }
                }
                if isWider { expected[number].insert(.init(), at: width) }
                #expect(written[number].count == expected[number].count)
                for column in expected[number].indices where written[number].indices.contains(column) {
                    let new = number < header ? (column == width && isWider ? "neu" : nil) : fields[column]
                    let old = expected[number][column]
                    if let new, Array(new.utf8) != old.value {
                        edits += 1
                        let shown =
                            hasQuotes
                            ? withLineEnds(new, lineEnd)
                            : flat(new, separator.byte, isAlone: expected[number].count == 1)
                        #expect(String(decoding: written[number][column].value, as: UTF8.self) == shown)
                    } else if old.raw.isEmpty {
                        #expect(written[number][column].value.isEmpty)
                    } else {
                        #expect(written[number][column] == old)
                    }
                }
            }
        }
        #expect(edits > 80)
    }

    private func table(_ random: inout Mutator, _ separator: UInt8, _ hasQuotes: Bool) -> [UInt8] {
        var text: [UInt8] = []
        let lineEnds: [[UInt8]] =
            random.below(3) == 0 ? [[10], [13, 10], [13]] : [random.pick([[10], [13, 10], [13]])]
        let width = 1 + random.below(5)
        for row in 0...random.below(12) {
            let cells = random.below(6) == 0 ? random.below(9) : width
            for cell in 0..<cells {
                if cell > 0 { text.append(separator) }
                let value = Array(value(&random).utf8)
                if hasQuotes, random.below(2) == 0 {
                    text.append(34)
                    for byte in value { text += byte == 34 ? [34, 34] : [byte] }
                    text.append(34)
                    if random.below(8) == 0 { text += Array("tail".utf8) }
                } else {
                    var plain = value.filter { $0 != separator && $0 != 10 && $0 != 13 }
                    if hasQuotes, plain.first == 34 { plain.removeFirst() }
                    if hasQuotes, plain.first == 34 { plain = [] }
                    text += plain
                }
            }
            // An empty file is not a deck.
            if row == 0, text.isEmpty { text.append(120) }
            text += random.pick(lineEnds)
        }
        if random.below(3) == 0, text.last == 10 { text.removeLast() }
        return text
    }

    private func value(_ random: inout Mutator) -> String {
        let parts = [
            "water", "ñandú", "", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", " ", "#", "日本", "😀", "'", "\\",
        ]
        return (0..<random.below(4)).map { _ in random.pick(parts) }.joined()
    }

    private func withLineEnds(_ text: String, _ lineEnd: LineEnd?) -> String {
        guard let lineEnd else { return text }
        var result: [UInt8] = []
        var before: UInt8 = 0
        for byte in text.utf8 {
            if byte == 13 || (byte == 10 && before != 13) {
                result += lineEnd.bytes
            } else if byte != 10 {
                result.append(byte)
            }
            before = byte
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func flat(_ text: String, _ separator: UInt8, isAlone: Bool) -> String {
        if text.isEmpty, isAlone { return " " }
        let bytes = withLineEnds(text, .lf).utf8.map { $0 == separator || $0 == 10 ? 32 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
