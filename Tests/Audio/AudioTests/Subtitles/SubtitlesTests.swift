import LanguageServices
import TestSupport
import Testing

@testable import Audio

@Suite("Marks and subtitles of texts")
struct SubtitlesTests {
    private static let format = AudioFormat(sampleRate: 1000)

    @Test("long sentences are split into parts of two lines, and no text is lost")
    func longSentence() {
        let words = (0..<60).map { "word\($0)" }
        let text = words.joined(separator: " ") + "."
        let cues = SubtitleCue.cues(for: Self.timed([text]))
        #expect(cues.flatMap(\.words).map(\.text).joined() == text)
        #expect(cues.count == 5)
        #expect(cues.allSatisfy { SubtitleCue.columns($0.words) <= 95 })
        #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(cues.last?.end == .seconds(6))
    }

    @Test("SubRip numbers the cues and writes the text unchanged")
    func subRip() {
        let text = SubtitleFormat.srt.text(SubtitleCue.cues(for: Self.timed(["Tea & <milk>.", "It is (very) hot."])))
        #expect(
            text == """
                1
                00:00:00,000 --> 00:00:00,200
                Tea & <milk>.

                2
                00:00:00,200 --> 00:00:00,600
                It is (very) hot.

                """
        )
    }

    @Test("WebVTT escapes the text and has a timestamp for each later word")
    func webVTT() {
        var timed = Self.timed(["Tea & <milk>."])
        timed.start = .seconds(3600)
        #expect(
            SubtitleFormat.vtt.text(SubtitleCue.cues(for: timed)) == """
                WEBVTT

                01:00:00.000 --> 01:00:00.200
                Tea &amp; <01:00:00.100>&lt;milk&gt;.

                """
        )
    }

    @Test("a text spoken twice has its cues twice")
    func repeated() {
        var timed = Self.timed(["One. Two."])
        timed.marks += timed.marks.map { mark in
            var again = mark
            again.frame += 200
            return again
        }
        timed.duration = .milliseconds(400)
        let cues = SubtitleCue.cues(for: timed)
        #expect(cues.map(\.start) == [.zero, .milliseconds(200)])
        #expect(cues.map(\.end) == [.milliseconds(200), .milliseconds(400)])
    }

    @Test("a text without marks has no cues, and no file is written")
    func empty() throws {
        let folder = try TemporaryFolder()
        let file = try SubtitleFile(.srt, path: folder.file("a.srt"))
        file.add(TimedText("tea", duration: .seconds(1), format: Self.format, marks: []))
        try file.finish()
        #expect(folder.names().isEmpty)
    }

    @Test("a timeline requests the marks that its files need, and writes all files")
    func timeline() throws {
        let folder = try TemporaryFolder()
        var timeline = Timeline()
        #expect(timeline.kinds.isEmpty)
        timeline.subtitles = [try SubtitleFile(.vtt, path: folder.file("a.vtt"))]
        #expect(timeline.kinds == [.sentence, .word] && !timeline.usesStandardOutput)
        timeline.marks = try MarksFile(path: folder.file("a.jsonl"))
        #expect(timeline.kinds == [.sentence, .word, .phoneme])
        var text = Self.timed(["Tea 😀"])
        (text.file, text.start) = ("a.wav", .milliseconds(1500))
        try timeline.add(text)
        #expect(folder.names().allSatisfy { $0.hasPrefix(".") })
        try timeline.finish()
        #expect(folder.names() == ["a.jsonl", "a.vtt"])
        let line = String(decoding: contents(folder.file("a.jsonl")) ?? [], as: UTF8.self)
        let start = #"{"text":"Tea 😀","file":"a.wav","start":1.5,"seconds":0.2,"sampleRate":1000,"marks":["#
        #expect(line.hasPrefix(start))
        #expect(line.contains(#"{"kind":"word","text":"😀","offset":4,"length":1,"frame":100,"seconds":0.1}"#))
        #expect(line.hasSuffix("]}\n"))
    }

    @Test("an unwritable path is an error before anything is spoken", arguments: ["no/such/folder/x", "."])
    func refused(_ path: String) {
        #expect(throws: ServiceError.self) { try SubtitleFile(.srt, path: path) }
        #expect(throws: ServiceError.self) { try MarksFile(path: path) }
    }

    /// Sentences with words at intervals of 100 ms.
    private static func timed(_ sentences: [String]) -> TimedText {
        let text = sentences.joined(separator: " ")
        var marks: [SpeechMark] = []
        var (offset, frame) = (0, 0)
        for sentence in sentences {
            marks.append(SpeechMark(kind: .sentence, offset: offset, length: sentence.count, frame: frame))
            for word in sentence.split(separator: " ") {
                let letters = word.unicodeScalars.count
                if word.contains(where: { $0.isLetter || $0 == "😀" }) {
                    marks.append(SpeechMark(kind: .word, offset: offset, length: letters, frame: frame))
                    frame += 100
                }
                offset += letters + 1
            }
        }
        return TimedText(text, duration: .milliseconds(frame), format: format, marks: marks)
    }
}
