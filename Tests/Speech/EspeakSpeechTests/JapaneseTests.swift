import LanguageServices
import Platform
import Testing

@testable import EspeakSpeech
@testable import Language

@Suite("Japanese")
struct JapaneseTests {
    private func hear(_ text: String) async throws -> SpeechStream.Recording {
        let request = SpeechRequest(text: text, language: LanguageTag("ja"), marks: [.word])
        return try await EspeakSpeech(voices: Bundled.voices).synthesize(request).collect()
    }

    private func parts(_ recording: SpeechStream.Recording, of text: String) -> [String] {
        recording.marks.map {
            String(String.UnicodeScalarView(text.unicodeScalars.dropFirst($0.offset).prefix($0.length)))
        }
    }

    @Test(
        "kanji are read, and words are marked at their positions",
        .enabled(if: MeCab().isAvailable, "needs libmecab")
    )
    func kanji() async throws {
        let text = "今日は、いい天気です。 東京へ行きました。iPhoneを3台買った。"
        let heard = try await hear(text)
        #expect(
            parts(heard, of: text) == [
                "今日", "は", "いい", "天気です", "東京", "へ", "行きました", "iPhone", "を", "3", "台", "買った",
            ]
        )
        let ipa = heard.marks.compactMap(\.ipa)
        #expect(ipa.count == 12 && ipa[1].contains("w") && ipa[4].contains("o̞o̞"), "\(ipa)")
        #expect(!ipa.joined().contains("tʃaɪniːz"))
        #expect(heard.report.notices.isEmpty)
    }

    @Test("without MeCab, kana are spoken, and kanji cause a notice")
    func withoutMeCab() throws {
        let missing = MeCab(library: "/nonexistent/libmecab.so.2")
        let kana = try JapaneseText("きょうは", reader: missing)
        #expect(kana.notice == nil && kana.scalars == PositionedScalar.all(of: "きょうは"))
        let kanji = try JapaneseText("今日は", reader: missing)
        #expect(kanji.notice?.contains("install the packages libmecab2 and mecab-ipadic-utf8") == true)
        #expect(kanji.scalars == PositionedScalar.all(of: "今日は"))
    }

    @Test("a library that is not MeCab, and settings without a dictionary, cause a notice")
    func brokenMeCab() throws {
        for broken in [MeCab(library: "libc.so.6"), MeCab(library: "/dev/null"), MeCab(settings: "/dev/null")] {
            let text = try JapaneseText("今日は", reader: broken)
            #expect(text.scalars == PositionedScalar.all(of: "今日は"))
            #expect(text.notice?.contains("; install the package") == true)
        }
    }

    @Test(
        "whatever MeCab prints, words are in the text and in order",
        arguments: [
            "", "EOS\n", "今日\t\n", "\t\t,,,\n", "x\ty\n今日\ta,b,c,d,e,f,g,キョウ,キョー\nは\t助動詞\n", "今\t*\n今\t*\n日は日は\t*",
            "今日は\t名詞,*,*,*,*,*,*,*,*\n今日は\t名詞", "\u{0}\t\u{0}\n",
        ]
    )
    func oddOutput(_ output: String) {
        let scalars = Array("今日は、今日は".unicodeScalars)
        let words = JapaneseWord.words(inMeCab: output, of: scalars)
        var position = 0
        for word in words {
            #expect(word.range.lowerBound >= position && word.range.upperBound <= scalars.count)
            #expect(word.kana.map { $0.unicodeScalars.allSatisfy(JapaneseWord.isKana) } ?? true)
            position = word.range.upperBound
        }
    }

    @Test("long and unusual texts", .enabled(if: MeCab().isAvailable, "needs libmecab"))
    func odd() async throws {
        for text in [
            String(repeating: "東京へ行きました。", count: 300), "今日\u{0}は\n\n天\u{200B}気\t😀", "𠮷野家",
            String(repeating: "々", count: 300),
        ] {
            let heard = try await hear(text)
            let offsets = heard.marks.map(\.offset)
            #expect(!offsets.isEmpty && offsets == offsets.sorted())
        }
    }
}
