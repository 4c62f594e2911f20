import DictionaryTestSupport
import LanguageServices
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Japanese dictionaries, whose editors list the most common senses first.
@Suite struct EntryRankingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lookup(_ lines: [String]) throws -> DictionaryLookup {
        let path = folder.file("e.pdi")
        let entries = lines.compactMap { line in
            line.withText { Edict.entry($0) }
        }
        #expect(entries.count == lines.count)
        let source = ListSource("e", from: try #require(LanguageTag("ja")), to: try Tags.en(), entries)
        _ = try DictionaryCompiler.compile(source, to: path)
        return DictionaryLookup(indexes: [try DictionaryIndex(path: path)], language: source.info.source)
    }

    private func words(_ text: String, _ lookup: DictionaryLookup) throws -> [String] {
        try #require(try lookup.find(text)).translations.map(\.word.text)
    }

    @Test func theOrderOfSensesAndGlossesHolds() throws {
        let plain = "鉈 [なた] /(n) to be driven in/to ram/(2) to go/to do/"
        let marked = "打つ [うつ] /(v5t) (1) to be driven in/to ram/(v5t) (2) to go/to do/(P)/"
        #expect(try words("打つ", lookup([marked])) == ["to be driven in", "to ram", "to go", "to do"])
        // Without marks for common words, the normal ranking applies, in which short and common words come first.
        #expect(try words("鉈", lookup([plain])).first != "to be driven in")
    }

    @Test func commonWordMarksSelectTheEntry() throws {
        let rare = "道 [ち] /(n) way/road/"
        let common = "道 [みち] /(n) (1) street/lane/(P)/"
        for lines in [[rare, common], [common, rare]] {
            #expect(try words("道", lookup(lines)) == ["street", "lane", "way", "road"])
        }
    }

    @Test func affixesFollowWords() throws {
        let suffix = "人 [じん] /(suf) (1) -ian/-ite/(P)/"
        let word = "人 [ひと] /(n) (1) person/(P)/"
        #expect(try words("人", lookup([suffix, word])).first == "person")
    }

    @Test func wordsUsuallyInKanaComeFirstForKana() throws {
        let kanji = "要る [いる] /(v5r,vi) to be needed/(P)/"
        let kana = "居る [いる] /(v1,vi) (1) (uk) to stay there/(P)/"
        #expect(try words("いる", lookup([kanji, kana])).first == "to stay there")
        // In kanji, each text matches only its own entry.
        #expect(try words("要る", lookup([kanji, kana])) == ["to be needed"])
    }

    @Test func usualMeaningsComeFirstForHomographs() throws {
        let usual = "書く [かく] /(v5k,vt) (1) to write/to pen/(P)/"
        let other = "掻く [かく] /(v5k,vt) (1) (uk) to scratch/(P)/"
        for lines in [[usual, other], [other, usual]] {
            #expect(try words("かく", lookup(lines)).first == "to write")
        }
        // Within an entry, the editors' order is kept.
        #expect(try words("書く", lookup(["書く [かく] /(v5k,vt) (1) to pen/to write/(2) to go/(P)/"])).first == "to pen")
        let wind = [
            "風 [かぜ] /(n) (1) wind/breeze/(n,n-pref) (2) manner/(n) (3) cold/influenza/(P)/",
            "風 [ふう] /(adj-na,n,n-suf) (1) method/manner/way/style/(adj-na,n,n-suf) (2) appearance/air/(P)/",
        ]
        #expect(try words("風", lookup(wind)).first == "wind")
    }

    @Test func readingsAndSpellingsAreBothFound() throws {
        let particle = "もの /(prt) indicates reason/(P)/"
        let word = "物 [もの] /(n) thing/object/(P)/"
        let found = try words("もの", lookup([particle, word]))
        #expect(Set(found) == ["thing", "object", "indicates reason"])
    }

    @Test func marksInOtherLanguagesAreIgnored() throws {
        let path = folder.file("d.pdi")
        var entry = TranslationEntry("h", .noun, ["aaaa bbbb cccc", "aa"])
        entry.labels = ["common"]
        _ = try DictionaryCompiler.compile(ListSource("d", from: try Tags.de(), to: try Tags.en(), [entry]), to: path)
        #expect(try DictionaryIndex(path: path).bestTranslation(key: "h") == "aa")
    }
}
