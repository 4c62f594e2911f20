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

    @Test("Chinese characters are read, words are marked where they stand", .enabled(if: MeCab() != nil, "needs mecab"))
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

    @Test("without MeCab kana are spoken, and Chinese characters bring a notice")
    func withoutMeCab() async throws {
        let kana = try await JapaneseText("きょうは", reader: nil)
        #expect(kana.notice == nil && kana.scalars == PlacedScalar.all(of: "きょうは"))
        let kanji = try await JapaneseText("今日は", reader: nil)
        #expect(kanji.notice?.contains("install the packages mecab") == true)
        #expect(kanji.scalars == PlacedScalar.all(of: "今日は"))
        #expect(MeCab(path: "/nonexistent:relative") == nil)
    }

    @Test("a program that is no MeCab is said to have failed", arguments: ["false", "true", "cat"])
    func wrongProgram(_ name: String) async throws {
        let folder = "/tmp/parlance-mecab-\(UInt32.random(in: .min ... .max))"
        try #require(mkdir(folder, 0o700) == 0)
        defer {
            unlink("\(folder)/mecab")
            rmdir(folder)
        }
        try #require(symlink("/bin/\(name)", "\(folder)/mecab") == 0)
        #expect(MeCab(path: folder) != nil)
        let text = try await JapaneseText("今日は", reader: MeCab(path: folder))
        #expect(text.scalars == PlacedScalar.all(of: "今日は"))
    }

    @Test(
        "whatever MeCab prints, words stand in the text and in order",
        arguments: [
            "", "EOS\n", "今日\t\n", "\t\t,,,\n", "x\ty\n今日\ta,b,c,d,e,f,g,キョウ,キョー\nは\t助動詞\n", "今\t*\n今\t*\n日は日は\t*",
            "今日は\t名詞,*,*,*,*,*,*,*,*\n今日は\t名詞", "\u{0}\t\u{0}\n",
        ]
    )
    func oddOutput(_ output: String) {
        let scalars = Array("今日は、今日は".unicodeScalars)
        let words = JapaneseWord.words(inMeCab: output, of: scalars)
        var place = 0
        for word in words {
            #expect(word.range.lowerBound >= place && word.range.upperBound <= scalars.count)
            #expect(word.kana.map { $0.unicodeScalars.allSatisfy(JapaneseWord.isKana) } ?? true)
            place = word.range.upperBound
        }
    }

    @Test("long and odd texts", .enabled(if: MeCab() != nil, "needs mecab"))
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
