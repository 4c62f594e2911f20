import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Accent definitions")
struct DefinitionTests {
    private static let voice = "name A\nlanguage en-ZZ\ntable en\n"

    private func read(
        _ voice: String = Self.voice,
        phonemes: String? = nil,
        words: String? = nil,
        lexicons: [String: String] = [:]
    ) throws(ServiceError) -> AccentDefinition {
        func file(_ text: String, _ name: String) -> DefinitionFiles.File {
            DefinitionFiles.File(path: name, bytes: Array(text.utf8))
        }
        return try AccentDefinition(
            voice: Array(voice.utf8),
            path: "voice.txt",
            phonemes: phonemes.map { file($0, "phonemes.txt") },
            words: words.map { file($0, "words.txt") },
            lexicons: Dictionary(uniqueKeysWithValues: lexicons.map { ($0.key, file($0.value, "\($0.key).txt")) })
        )
    }

    private func mistake(_ body: () throws(ServiceError) -> AccentDefinition) throws -> ServiceError {
        let error = try #require(throws: ServiceError.self) { _ = try body() }
        #expect(error.code == .configuration)
        return error
    }

    @Test("a definition is read")
    func reading() throws {
        let accent = try read(
            """
            # a comment

            name\t English (Somewhere)  \r
            language  en-ZZ
              also      en
            also en-001   # and a remark
            base gmw/en-US
            table en-us
            rules 3 6
            replace word-final+unstressed I i
            speaker female
            pitch 140 220
            speaker male
            """,
            phonemes:
                "phoneme t# I2 like en-us t#\nipa ɪ when next is not vowel or this is word-end\nsequence vowel/ii",
            words: "bath b'aaT # long"
        )
        #expect(accent.name == "English (Somewhere)")
        #expect(accent.additionalLanguages.map(\.text) == ["en", "en-001"])
        #expect(accent.base == "gmw/en-US" && accent.table == "en-us" && accent.dictionary == "en")
        #expect(accent.rules == [3, 6] && accent.replacements.first?.flags == 3)
        #expect(accent.voices.map(\.id) == ["en-ZZ", "en-ZZ-male"])
        #expect(accent.voices.map(\.gender) == [.female, .male])
        #expect(accent.phonemes.phonemes.map(\.mnemonic) == ["t#", "I2"])
        let statement = try #require(accent.phonemes.phonemes.first?.statements.first)
        #expect(statement.conditions.map(\.isNegated) == [true, false])
        #expect(statement.conditions.map(\.joinsNextByOr) == [true, false])
        #expect(accent.words.map(\.phonemes) == ["b'aaT"])
    }

    @Test("an accent's own words take precedence over a shared list")
    func lexicons() throws {
        let accent = try read(
            Self.voice + "lexicon shared\n",
            words: "one w'Vn",
            lexicons: ["shared": "one w'0n\ntwo t'u:"]
        )
        #expect(accent.words.map { "\($0.word) \($0.phonemes)" } == ["one w'Vn", "two t'u:"])
        let error = try mistake { () throws(ServiceError) in
            try read(Self.voice + "lexicon shard", lexicons: ["shared": ""])
        }
        #expect(error.message == "voice.txt:4:9: there is no word list 'shard'; did you mean 'shared'?")
    }

    @Test("a word may have several pronunciations, and those in one list replace those in another")
    func conditions() throws {
        let accent = try read(
            Self.voice + "lexicon shared\n",
            words: "than D'an at-end\nthan Dan unstressed pause-before\n_13 T'3:\nsome_of s'Vm@v\ncafé k'afeI",
            lexicons: ["shared": "than D'En\nthan DEn verb\ncord k'O@d"]
        )
        #expect(
            accent.words.map { "\($0.word) \($0.phonemes) \($0.flags.map(\.rawValue))" } == [
                "than D'an [\"at-end\"]", "than Dan [\"unstressed\", \"pause-before\"]", "cord k'O@d []",
                "_13 T'3: []", "some_of s'Vm@v []", "café k'afeI []",
            ]
        )
    }

    @Test(
        "an error in voice.txt is reported with its location",
        arguments: [
            (voice + "tabel en", "voice.txt:4:1: there is no key 'tabel'; did you mean 'table'?"),
            ("name A\nlanguage  english!\n", "voice.txt:2:11: 'english!' is not a language tag such as en-GB"),
            (voice + "name B", "voice.txt:4:1: 'name' is specified twice"),
            ("  base", "voice.txt:1:3: 'base' has no value"),
            ("name A\nlanguage en-GB", "voice.txt: the key 'table' is missing"),
            ("", "voice.txt: the key 'language' is missing"),
            ("name " + String(repeating: "x", count: 31), "voice.txt:1:6: the name is longer than 30 bytes"),
            (voice + "rules 3 x", "voice.txt:4:9: 'x' is not a whole number"),
            (voice + "rules 32", "voice.txt:4:7: 32 is not between 1 and 31"),
            (voice + "pitch 80", "voice.txt:4:1: 'pitch' takes 2 numbers, not 1"),
            (voice + "formant 9 100", "voice.txt:4:9: there is no formant 9"),
            (voice + "replace often T t[", "voice.txt:4:9: 'often' is not a valid position for 'replace'"),
            (voice + "speaker old", "voice.txt:4:9: 'old' is neither 'female' nor 'male'"),
            (voice + "speaker male\nspeaker male", "voice.txt:5:9: there is already a male speaker"),
            (voice + "coarse flavour x", "voice.txt:4:8: 'coarse' takes 'table', 'rules' or 'replace'"),
            (voice + "base ../../etc", "voice.txt:4:6: '../../etc' is not a valid espeak-ng name"),
            (String(repeating: "x", count: 1001), "voice.txt:1:1: the line is longer than 1000 bytes"),
        ]
    )
    func voiceMistakes(_ text: String, _ message: String) throws {
        #expect(try mistake { () throws(ServiceError) in try read(text) }.message == message)
    }

    @Test(
        "an error in phonemes.txt is reported with its location and a remedy",
        arguments: [
            ("ipa x", "phonemes.txt:1:1: 'ipa' is used before the first 'phoneme'"),
            ("phoneme", "phonemes.txt:1:1: 'phoneme' has no name"),
            ("phoneme toolong", "phonemes.txt:1:9: 'toolong' is not a valid phoneme name"),
            ("phoneme I\nippa x", "phonemes.txt:2:1: there is no keyword 'ippa'; did you mean 'ipa'?"),
            ("phoneme I\nlength 5", "phonemes.txt:2:8: 5 is not between 10 and 510"),
            ("phoneme I\nipa ɪ", "phonemes.txt:1:9: the phoneme 'I' has no unconditional sound"),
            ("phoneme I\nbecome @\nipa ɪ", "phonemes.txt:3:1: the line has no effect because line 2 ends the phoneme"),
            ("phoneme I\nbegins x", "phonemes.txt:2:8: 'x' is not a vowel class"),
            ("phoneme I\ntrack a", "phonemes.txt:2:1: there is no track 'a'"),
            (
                "phoneme I\nformants a\nat 500 1500",
                "phonemes.txt:3:1: 'at' takes F1, F2 and F3 in hertz, and the milliseconds to the next target"
            ),
            (
                "phoneme I\nformants a\nat 500 1500 2500",
                "phonemes.txt:2:1: the track has 1 targets, but needs at least two"
            ),
            (
                "phoneme I\nformants a\nat 1500 500 2500 9",
                "phonemes.txt:3:4: the formants are not in ascending order (F1 < F2 < F3)"
            ),
            (
                "phoneme I\nformants a\nat 500 1500 2500\nat 500 1500 2500",
                "phonemes.txt:2:1: every target except the last needs a duration"
            ),
            ("phoneme I\nat 500 1500 2500", "phonemes.txt:2:1: 'at' is not preceded by 'formants'"),
            (
                "phoneme I\nbecome @ when nxt is vowel",
                "phonemes.txt:2:15: 'nxt' is not a phoneme position; did you mean 'next'?"
            ),
            ("phoneme I\nbecome @ when next vowel", "phonemes.txt:2:15: 'is' is missing after 'next'"),
            (
                "phoneme I\nbecome @ when next is vowle",
                "phonemes.txt:2:23: 'vowle' is neither a phoneme nor a property; did you mean 'vowel'?"
            ),
            ("phoneme I\nbecome @ when next is vowel but", "phonemes.txt:2:29: expected 'and' or 'or'"),
            ("phoneme I\nbecome @ when", "phonemes.txt:2:1: a condition is missing at the end"),
            ("phoneme I I\nbecome @", "phonemes.txt:1:1: 'I' is already defined on line 1"),
            (
                "phoneme I\nipa " + String(repeating: "ɪ", count: 9),
                "phonemes.txt:2:5: the symbol is longer than 16 bytes"
            ),
        ]
    )
    func phonemeMistakes(_ text: String, _ message: String) throws {
        #expect(try mistake { () throws(ServiceError) in try read(phonemes: text) }.message == message)
    }

    @Test(
        "an error in words.txt is reported with its location",
        arguments: [
            ("Bath b'aaT", "words.txt:1:1: 'Bath' is not a word of 1 to 40 lower-case letters a to z"),
            ("bath", "words.txt:1:1: 'bath' has no phonemes"),
            ("bath b'aaT b'aT", "words.txt:1:12: 'b'aT' is not a known flag"),
            (
                "bath b'aaT at-ned",
                "words.txt:1:12: 'at-ned' is not a known flag; did you mean 'at-end'?"
            ),
            ("bath b'aaT verb verb", "words.txt:1:17: 'verb' is specified twice"),
            ("bath b'aaT\nbath b'aT", "words.txt:2:1: 'bath' is already defined on line 1"),
            ("bath b'aaT\nbath b'aT unstressed", "words.txt:2:1: 'bath' is already defined on line 1"),
            ("bath b'aaT verb at-end\nbath b'aT at-end verb", "words.txt:2:1: 'bath' is already defined on line 1"),
            ("_a1 b'aT", "words.txt:1:1: '_a1' is not a word of 1 to 40 lower-case letters a to z"),
            ("_ b'aT", "words.txt:1:1: '_' is not a word of 1 to 40 lower-case letters a to z"),
            ("of_ @v", "words.txt:1:1: 'of_' is not a word of 1 to 40 lower-case letters a to z"),
            ("a_b_c_d_e b'aT", "words.txt:1:1: 'a_b_c_d_e' is not a word of 1 to 40 lower-case letters a to z"),
            ("ñu b'aT", "words.txt:1:1: 'ñu' is not a word of 1 to 40 lower-case letters a to z"),
            ("bath bɑːθ", "words.txt:1:6: invalid phonemes"),
        ]
    )
    func wordMistakes(_ text: String, _ message: String) throws {
        #expect(try mistake { () throws(ServiceError) in try read(words: text) }.message == message)
    }

    @Test("bytes that are not UTF-8 are rejected")
    func encoding() {
        #expect(throws: ServiceError.self) { _ = try DefinitionText([0x6E, 0xFF, 0xFE], path: "voice.txt") }
    }

    @Test("the accents in this package are valid")
    func bundled() throws {
        let accents = try AccentDefinition.readAll(in: Sources.voices)
        #expect(accents.map(\.language.text) == ["en-AU", "en-GB", "en-IE", "en-US"])
        for accent in accents {
            #expect(accent.phonemes.phonemes.count > 20 && !accent.sources.isEmpty && accent.speakers.count == 2)
        }
    }

    @Test("the error for a missing folder names it")
    func missingFolder() throws {
        let error = try #require(throws: ServiceError.self) { _ = try AccentDefinition.readAll(in: "/no/such/folder") }
        #expect(error.code == .io)
        #expect(error.message.contains("'/no/such/folder'"))
    }
}
