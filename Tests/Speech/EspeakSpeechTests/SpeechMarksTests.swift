import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Speech marks")
struct SpeechMarksTests {
    private func hear(
        _ text: String,
        _ language: String,
        _ kinds: Set<SpeechMark.Kind>,
        wordGap: Duration? = nil
    ) async throws -> SpeechStream.Recording {
        let request = SpeechRequest(text: text, language: LanguageTag(language), wordGap: wordGap, marks: kinds)
        return try await EspeakSpeech(voices: Bundled.voices).synthesize(request).collect()
    }

    private func part(_ mark: SpeechMark, of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(mark.offset).prefix(mark.length)))
    }

    @Test(
        "each spoken word has one mark at its position",
        arguments: [
            ("en-US", "in the house of a friend", ["in", "the", "house", "of", "a", "friend"]),
            ("en-US", "It's 25 past 3.5, 777777 times", ["It's", "25", "past", "3.5", "777777", "times"]),
            ("en-US", "I don't know: state-of-the-art!", ["I", "don't", "know", "state-of-the-art"]),
            ("en-US", "I ❤️ pizza 🍕 now, 👩‍👩‍👧 too", ["I", "❤️", "pizza", "🍕", "now", "👩‍👩‍👧", "too"]),
            (
                "en-US", "Dr. Smith paid $1,234.50 on 3/4/2024 & left, to be sure.",
                [
                    "Dr", "Smith", "paid", "$", "1,234.50", "on", "3", "/", "4", "/", "2024", "&", "left", "to", "be",
                    "sure",
                ]
            ),
            ("en-GB", "\"quoted\" (text) — dash…end", ["quoted", "text", "dash", "end"]),
            ("en-GB", "e-mail me@example.com", ["e-mail", "me@example.com"]),
            (
                "en-GB", "  \n\ttabs\u{0}and\u{200B} co\u{AD}ntrols e\u{301}t ",
                ["tabs", "and", "co\u{AD}ntrols", "e\u{301}t"]
            ),
            ("fr", "l'homme qu'il a vu, 71 fois", ["l'homme", "qu'il", "a", "vu", "71", "fois"]),
            ("cmn-Latn-pinyin", "我们在学习中文，很有意思。", ["我们", "在", "学习", "中文", "很", "有意思"]),
            ("ja", "きょうは、いい。", ["きょう", "は", "いい"]),
        ]
    )
    func words(_ language: String, _ text: String, _ expected: [String]) async throws {
        let heard = try await hear(text, language, [.word])
        #expect(heard.marks.map { part($0, of: text) } == expected)
        #expect(heard.marks.allSatisfy { $0.ipa != nil })
    }

    @Test(
        "a mark is at the start of its word's audio",
        arguments: ["in the house of a friend", "it costs 3.5 or 777 pounds to be sure", "e-mail 🍕 to me"]
    )
    func exactness(_ text: String) async throws {
        // If there are gaps between words, silence ends where a word starts.
        let heard = try await hear(text, "en-US", [.word], wordGap: .milliseconds(300))
        let loud = heard.samples.map { abs(Int($0)) > 300 }
        for mark in heard.marks.dropFirst() where part(mark, of: text) != "the" && part(mark, of: text) != "a" {
            // A stop consonant has a silence before its burst.
            let sound = try #require(loud[mark.frame...].firstIndex(of: true))
            #expect(
                sound - mark.frame < 22_050 / 8,
                "\(part(mark, of: text)) begins \(sound - mark.frame) frames later"
            )
            let gap = loud[max(0, mark.frame - 22_050 / 20)..<mark.frame]
            #expect(
                part(mark, of: text) == "be" || !gap.contains(true),
                "\(part(mark, of: text)) begins before its mark"
            )
        }
    }

    @Test("words spoken without a pause are separated by their phonemes")
    func joined() async throws {
        let heard = try await hear("in the house", "en-US", [.word, .phoneme])
        let words = heard.marks.filter { $0.kind == .word }
        #expect(words.map(\.ipa) == ["ɪn", "ðə", "ˈhaʊs"])
        let phonemes = heard.marks.filter { $0.kind == .phoneme }
        #expect(phonemes.map(\.ipa) == ["ɪ", "n", "ð", "ə", "h", "aʊ", "s"])
        #expect(phonemes.map(\.offset) == [0, 0, 3, 3, 7, 7, 7])
        #expect(words[1].frame == phonemes[2].frame)
    }

    @Test("sentences are marked with their whole range, and titles and URLs do not end a sentence")
    func sentences() async throws {
        let text = " Dr. Smith came. Did he? See x.org/a?b now!\n\nYes "
        let heard = try await hear(text, "en-GB", [.sentence])
        #expect(heard.marks.map { part($0, of: text) } == ["Dr. Smith came.", "Did he?", "See x.org/a?b now!", "Yes"])
        #expect(heard.marks.first?.frame == 0)
    }

    @Test("marks of a long text continue from piece to piece")
    func longText() async throws {
        let text = String(repeating: "This is one of the sentences, and 21 more follow. ", count: 60)
        let heard = try await hear(text, "en-GB", Set(SpeechMark.Kind.allCases))
        let words = heard.marks.filter { $0.kind == .word }
        #expect(words.count == 600)
        #expect(words.map(\.offset) == words.map(\.offset).sorted())
        #expect(heard.marks.map(\.frame) == heard.marks.map(\.frame).sorted())
        #expect(heard.marks.count { $0.kind == .sentence } == 60)
        // The same sentence takes about the same time regardless of its position.
        let starts = heard.marks.filter { $0.kind == .sentence }.map(\.frame)
        let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
        let longest = try #require(lengths.max())
        let shortest = try #require(lengths.min())
        #expect(longest - shortest < 22_050 / 2)
    }

    @Test("the audio is the same with and without marks")
    func sameAudio() async throws {
        let text = "The same text in the same words."
        let plain = try await hear(text, "en-GB", [])
        let marked = try await hear(text, "en-GB", Set(SpeechMark.Kind.allCases))
        #expect(plain.marks.isEmpty)
        #expect(abs(plain.samples.count - marked.samples.count) < 1000)
    }

    @Test(
        "marks follow their rules for unusual texts",
        arguments: [
            String(repeating: "s'", count: 70), String(repeating: "a.", count: 90),
            "B." + String(repeating: "x", count: 170),
            "[[h@'loU]] <mark name=\"x\"/> &amp; {}", "1234567890123456789012345678901234567890 x",
            "\u{1F1E9}\u{1F1EA}\u{1F3FD}\u{20E3} 1️⃣ ½ x² №5 ©", "ﷺ مرحبا שלום สวัสดี नमस्ते",
            String(repeating: "the of a ", count: 300),
            "3:45pm 5'11\" 50% -7 +49-30-123 1e10 0x1F IV. §3 #5 @me _x_ ~ ^ | \\ `",
        ]
    )
    func nasty(_ text: String) async throws {
        for language in ["en-US", "de", "ja"] {
            let heard = try await hear(text, language, Set(SpeechMark.Kind.allCases))
            let count = text.unicodeScalars.count
            for kind in SpeechMark.Kind.allCases {
                let marks = heard.marks.filter { $0.kind == kind }
                #expect(marks.map(\.frame) == marks.map(\.frame).sorted())
                #expect(marks.allSatisfy { $0.frame >= 0 && $0.frame <= heard.samples.count })
                #expect(marks.allSatisfy { $0.offset >= 0 && $0.length > 0 && $0.offset + $0.length <= count })
                guard kind != .phoneme else { continue }
                #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.offset + $0.length <= $1.offset })
            }
        }
    }
}
