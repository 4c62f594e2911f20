import Audio
import DeckSpeech
import Decks
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Speaking a deck") struct DeckSpeechTests {
    @Test("one run speaks each text once and adds sounds to front and back, each in its language")
    func bothSides() async throws {
        let bench = try SpeechBench([
            ["water", "agua", ""], ["no", "no", ""], ["water", "agua", "x"], ["", "nada", ""], ["—", "", ""],
        ])
        let provider = CountingSpeech()
        let reports = SpeechReports()
        let summary = try await bench.speak(
            provider,
            [english("Front"), spanish("Back", into: "Audio")],
            reports: reports
        )
        #expect(provider.asked == ["en-GB no", "en-GB water", "es agua", "es nada", "es no"])
        #expect(summary.notesChanged == 4 && summary.isComplete)
        let notes = try bench.notes().map(\.fields)
        let names = Set(try bench.sounds())
        #expect(names.count == 5)
        #expect(notes[0][0] == notes[2][0] && notes[0][0].hasPrefix("water [sound:water-"))
        #expect(notes[0][1] == "agua" && notes[0][2].hasPrefix("[sound:agua-"))
        #expect(notes[2][2] == "x " + notes[0][2])
        #expect(notes[1][0].dropFirst(3) != notes[1][2])
        #expect(notes[3][0] == "" && notes[3][2].hasPrefix("[sound:nada-"))
        #expect(notes[4] == ["—", "", ""])
        #expect(Set(bench.media) == names)
        #expect(reports.all.map(\.outcome) == [.ok, .ok, .ok, .ok, .skipped])
        #expect(reports.all[4].reason == .nothingToDo)
        #expect(reports.all[0].texts == ["water", "agua"])
        #expect(Set(reports.all.flatMap(\.answers).map(\.text)) == names)
    }

    @Test("sounds contain the spoken text as metadata")
    func files() async throws {
        let bench = try SpeechBench([["water", "agua", ""]])
        for format in SoundFormat.allCases {
            try await bench.speak(CountingSpeech(), [english("Front")], style: SpeechStyle(format: format))
            let name = try #require(bench.sounds().first)
            #expect(name.hasSuffix("." + format.fileExtensions[0]))
            let bytes = try #require(contents(bench.folder.file("out.media/\(name)")))
            #expect(bytes.count > 100)
            // The title; MP3 tags use UTF-16.
            let title = Array("water".utf8)
            let wide: [UInt8] = title.flatMap { [$0, 0] as [UInt8] }
            #expect(bytes.firstRange(of: title) != nil || bytes.firstRange(of: wide) != nil, "\(format)")
        }
        #expect(bench.media.count == SoundFormat.allCases.count)
    }

    @Test("a second run changes nothing and sends nothing")
    func again() async throws {
        let bench = try SpeechBench([["water", "agua", ""], ["<b>", "no", ""]])
        let fields = [english("Front"), spanish("Back", into: "Audio")]
        try await bench.speak(CountingSpeech(), fields)
        let once = contents(bench.output)
        let provider = CountingSpeech()
        let summary = try await bench.speak(provider, fields, of: bench.output)
        #expect(provider.requests.isEmpty)
        #expect(summary.notesChanged == 0 && summary.forecast.notesKept == 2)
        #expect(contents(bench.output) == once)
        // The original deck gives the same result: the sounds already exist.
        let third = CountingSpeech()
        try await bench.speak(third, fields)
        #expect(third.requests.isEmpty)
        #expect(contents(bench.output) == once)
    }

    @Test("a sound is replaced only if its text or voice has changed")
    func replaced() async throws {
        let bench = try SpeechBench([["water", "", ""], ["fire", "", ""]])
        try await bench.speak(CountingSpeech(), [english("Front", into: "Audio")])
        let old = try bench.sounds()
        let rows = try bench.notes().map(\.fields)
        try bench.write([["waters", "", "a \(rows[0][2]) b"], rows[1]])
        let provider = CountingSpeech()
        try await bench.speak(provider, [english("Front", into: "Audio")])
        #expect(provider.asked == ["en-GB waters"])
        let new = try bench.sounds()
        #expect(new[0] != old[0] && new[1] == old[1])
        #expect(try bench.field(2)[0] == "a [sound:\(new[0])] b")
        // A different accent, rate, file format or version gives different sounds.
        try bench.write(try bench.notes().map(\.fields))
        var style = SpeechStyle(format: .wav)
        var seen = Set(new)
        for change in 0..<5 {
            let field = change == 0 ? spanish("Front", into: "Audio") : english("Front", into: "Audio")
            switch change {
            case 1: style.request.rate = 0.8
            case 2: style.postprocessing.processing.loudness = -18
            case 3: style.format = .flac
            default: break
            }
            let provider = CountingSpeech(version: change == 4 ? "2" : "1")
            try await bench.speak(provider, [field], style: style)
            #expect(provider.requests.count == 2, "\(change)")
            let names = try bench.sounds()
            #expect(names.count == 2 && seen.isDisjoint(with: names), "\(change)")
            seen.formUnion(names)
        }
    }

    @Test("other sounds are kept unless overwriting is allowed, and videos are always kept")
    func foreign() async throws {
        let rows = [
            ["water [sound:mine.mp3]", "", ""], ["fire [sound:film.mp4]", "", ""],
            ["[sound:a.ogg]air[sound:b.ogg]", "", ""],
        ]
        let bench = try SpeechBench(rows)
        let provider = CountingSpeech()
        let reports = SpeechReports()
        try await bench.speak(provider, [english("Front")], reports: reports)
        #expect(provider.asked == ["en-GB fire"])
        #expect(reports.all.map(\.outcome) == [.kept, .ok, .kept])
        #expect(try bench.field(0)[0] == rows[0][0] && bench.field(0)[2] == rows[2][0])
        #expect(try bench.field(0)[1].hasPrefix("fire [sound:film.mp4][sound:fire-"))
        try await bench.speak(CountingSpeech(), [english("Front")], overwrites: true)
        let fronts = try bench.field(0)
        #expect(fronts[0].hasPrefix("water [sound:water-"))
        #expect(fronts[1].hasPrefix("fire [sound:film.mp4][sound:fire-"))
        #expect(fronts[2].hasPrefix("[sound:air-") && fronts[2].hasSuffix("]air"))
    }

    @Test("two accents put both sounds into a field and keep them together")
    func accents() async throws {
        let bench = try SpeechBench([["water", "", ""]])
        let american = SpokenField("Front", voice: FieldVoice(language: LanguageTag("en-US")))
        let fields = [english("Front"), american, english("1")]
        try await bench.speak(CountingSpeech(), fields)
        #expect(try bench.sounds().count == 2)
        let provider = CountingSpeech()
        try await bench.speak(provider, fields, of: bench.output)
        #expect(provider.requests.isEmpty)
        // This time with one accent fewer.
        try await bench.speak(provider, [american], of: bench.output)
        #expect(provider.requests.isEmpty)
        #expect(try bench.sounds().count == 1)
    }

    @Test("speech options are passed on")
    func wishes() async throws {
        let bench = try SpeechBench([["water<br>", "agua", ""]])
        var style = SpeechStyle(format: .wav)
        style.request = SpeechRequest(text: "no", language: LanguageTag("fr"), voice: "no", rate: 0.7, pitch: 1.2)
        let provider = CountingSpeech()
        let fields = [SpokenField("Back"), SpokenField("Front", voice: FieldVoice(voice: "v/1"))]
        try await bench.speak(provider, fields, style: style)
        #expect(provider.asked == ["- agua", "v/1 water<br>"])
        #expect(provider.requests.allSatisfy { $0.rate == 0.7 && $0.pitch == 1.2 && $0.marks.isEmpty })
    }

    @Test("fields for the sounds are added")
    func newFields() async throws {
        let bench = try SpeechBench([["water", "agua", "x"]])
        try await bench.speak(
            CountingSpeech(),
            [english("Front", into: "FS"), spanish("Back", into: "BS")],
            newFields: ["FS", "BS"]
        )
        let fields = try #require(bench.notes().first?.fields)
        #expect(fields.prefix(3) == ["water", "agua", "x"])
        #expect(fields[3].hasPrefix("[sound:water-") && fields[4].hasPrefix("[sound:agua-"))
    }

    @Test("missing fields are rejected")
    func missing() async throws {
        let bench = try SpeechBench([["water", "agua", ""]])
        for field in [SpokenField("Frnt"), SpokenField("Front", into: "Sound")] {
            let error = await #expect(throws: ServiceError.self) { try await bench.speak(CountingSpeech(), [field]) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.remedy?.contains("'Audio'") == true)
        }
        await #expect(throws: ServiceError.self) { try await bench.speak(CountingSpeech(), []) }
        #expect(!WholeFile.exists(bench.output))
    }
}
