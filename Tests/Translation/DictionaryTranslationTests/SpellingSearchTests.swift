import DictionaryTestSupport
import LanguageServices
import TestSupport
import Testing

@testable import DictionaryTranslation

@Suite struct SpellingSearchTests {
    /// The textbook algorithm for the distance: a table, filled row by row.
    static func plainDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
        for row in 0...a.count { table[row][0] = row }
        for row in a.indices {
            for column in b.indices {
                var best = table[row][column] + (a[row] == b[column] ? 0 : 1)
                best = min(best, table[row][column + 1] + 1, table[row + 1][column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = best
            }
        }
        return table[a.count][b.count]
    }

    @Test func theDistanceMatchesTheReferenceAlgorithm() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("abcdeéß日𐐀".unicodeScalars)
        for _ in 0..<5_000 {
            let a = (0..<Int.random(in: 1...(Bool.random() ? 8 : 64))).map { _ in
                alphabet.randomElement(using: &random) ?? "a"
            }
            var b = a
            for _ in 0..<Int.random(in: 0...4) {
                let place = Int.random(in: 0...b.count)
                switch Int.random(in: 0..<4) {
                case 0: b.insert(alphabet.randomElement() ?? "b", at: place)
                case 1 where place < b.count: b.remove(at: place)
                case 2 where place + 1 < b.count: b.swapAt(place, place + 1)
                default: if place < b.count { b[place] = alphabet.randomElement() ?? "c" }
                }
            }
            let distance = try #require(SpellingDistance(a))
            var view = String.UnicodeScalarView()
            view.append(contentsOf: b)
            let expected = Self.plainDistance(a, b)
            Array(String(view).utf8).withUnsafeBytes { bytes in
                for limit in 0...3 {
                    let found = distance.distance(to: bytes, limit: limit)
                    #expect(found == (expected <= limit ? expected : nil), "\(a) \(b) \(limit)")
                }
            }
        }
    }

    @Test func whatIsNoUTF8DoesNoHarm() throws {
        let distance = try #require(SpellingDistance(Array("abcd".unicodeScalars)))
        for bytes in [
            [0xFF, 0xFE, 0x80, 0x80], [0xC3], [0xF0, 0x9F], [0x80], [], [UInt8](repeating: 0xBF, count: 100),
        ] {
            bytes.withUnsafeBytes { #expect(distance.distance(to: $0, limit: 1) == nil) }
        }
        #expect(SpellingDistance([]) == nil)
        #expect(SpellingDistance([Unicode.Scalar](repeating: "a", count: 65)) == nil)
    }

    @Test(
        "likely mistakes cost less",
        arguments: [
            ("recieve", "receive", 0.3), ("acomodate", "accommodate", 0.8), ("seperate", "separate", 0.6),
            ("cat", "cat", 0), ("kat", "cat", 0.7), ("rat", "cat", 1.7), ("house", "horse", 1.2),
            ("house", "houses", 0.9), ("runing", "running", 0.4), ("rythm", "rhythm", 0.5), ("ermano", "hermano", 0.7),
            ("benir", "venir", 0.7), ("rceive", "receive", 0.7), ("ebelieve", "believe", 1.2),
            ("langauge", "language", 0.6),
            ("cuando", "quando", 0.7), ("a", "", 1), ("", "", 0),
        ] as [(String, String, Double)]
    )
    func cost(_ text: String, _ other: String, _ expected: Double) {
        let cost = SpellingCost.between(Array(text.unicodeScalars), Array(other.unicodeScalars))
        #expect(abs(cost - expected) < 1e-9, "\(cost)")
        let back = SpellingCost.between(Array(other.unicodeScalars), Array(text.unicodeScalars))
        #expect(abs(back - cost) < 1e-9)
    }

    @Test("suggestions")
    func suggestions() throws {
        let lookup = try TestLookup(
            "en",
            [
                TranslationEntry("receive", .verb, ["bekommen"]), TranslationEntry("relieve", .verb, ["lindern"]),
                TranslationEntry("ice cream", .noun, ["Eis"]), TranslationEntry("cat", .noun, ["Katze"]),
                TranslationEntry("rated", .adjective, ["bewertet"]),
                TranslationEntry("dated", .adjective, ["veraltet"]),
            ]
        )
        #expect(try lookup.search.suggestions(for: "recieve") == ["receive", "relieve"])
        #expect(try lookup.search.suggestions(for: "ice-craem") == ["ice cream"])
        // Too little of a short word would match.
        #expect(try lookup.search.suggestions(for: "cta") == [])
        let found = try #require(try lookup.search.find("recieve"))
        #expect(found.match == TranslationMatch(step: .spelling, headword: "receive"))
        // If two headwords are equally close, they are suggestions rather than a result.
        #expect(try lookup.search.find("xated") == nil)
        let error = try #require(throws: ServiceError.self) { try lookup.search.result(for: "xated") }
        #expect(error.code == .notFound)
        #expect(error.remedy == "did you mean 'dated' or 'rated'?")
    }

    @Test func wordsWithMoreTranslationsArePreferred() throws {
        let lookup = try TestLookup(
            "en",
            [
                TranslationEntry("wired", .adjective, ["verkabelt"]),
                TranslationEntry("weird", .adjective, ["seltsam", "komisch"], ["unheimlich"]),
                TranslationEntry("barn", .noun, ["Scheune"]), TranslationEntry("bark", .verb, ["bellen"]),
                TranslationEntry("bars", .noun, ["Gitter", "Stäbe", "Riegel", "Takte"], ["Bars", "Kneipen"]),
            ]
        )
        #expect(try lookup.search.suggestions(for: "wierd") == ["weird", "wired"])
        #expect(try lookup.search.find("wierd")?.match.headword == "weird")
        #expect(try lookup.search.suggestions(for: "barx").first == "bars")
    }

    @Test("in a word of six letters, two likely mistakes are accepted")
    func twoMistakes() throws {
        let lookup = try TestLookup(
            "en",
            [
                TranslationEntry("occurred", .verb, ["x"]), TranslationEntry("banter", .noun, ["y"]),
                TranslationEntry("address", .noun, ["z"]),
            ]
        )
        #expect(try lookup.search.suggestions(for: "ocurred") == ["occurred"])
        // The word has five letters, and two are missing.
        #expect(try lookup.search.suggestions(for: "adres") == [])
        #expect(try lookup.search.suggestions(for: "addres") == ["address"])
        #expect(try lookup.search.suggestions(for: "occured") == ["occurred"])
        #expect(try lookup.search.suggestions(for: "bendar") == [])
        #expect(try lookup.search.suggestions(for: "bander") == ["banter"])
        #expect(try lookup.search.suggestions(for: "bender") == ["banter"])
        #expect(try lookup.search.suggestions(for: "bapger") == [])
    }

    @Test func tiesGoToTheBetterDictionary() throws {
        let lookup = try TestLookup(
            "en",
            [TranslationEntry("rated", .adjective, ["bewertet"])],
            [TranslationEntry("raked", .verb, ["geharkt"])]
        )
        #expect(try lookup.search.find("raxed")?.match.headword == "rated")
    }

    @Test func aCancelledSearchEnds() async throws {
        let entries = (0..<40_000).map { TranslationEntry("word\($0)x", nil, ["w"]) }
        let lookup = try TestLookup("en", entries)
        let search = lookup.search
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try search.suggestions(for: "zzzzzzzz")
        }
        let result = await task.result
        #expect(throws: ServiceError.self) { try result.get() }
        if case .failure(let error as ServiceError) = result { #expect(error.code == .cancelled) }
    }
}
