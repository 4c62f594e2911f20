import Dispatch
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Audio

@Suite("Writing sound files")
struct SoundFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ samples: [Int16],
        _ name: String,
        _ format: AudioFormat = AudioFormat(sampleRate: 22_050),
        tags: SoundTags = SoundTags(),
        pieces: Int = 5000
    ) throws {
        var file = try SoundFile(path: folder.file(name), format: format, tags: tags)
        for start in stride(from: 0, to: samples.count, by: pieces) {
            try file.append(Array(samples[start..<min(start + pieces, samples.count)]))
        }
        try file.finish()
    }

    @Test(
        "files that were written can be read back",
        arguments: SoundFormat.allCases,
        [
            AudioFormat(sampleRate: 22_050), AudioFormat(sampleRate: 22_050, channels: 2),
            AudioFormat(sampleRate: 8000),
            AudioFormat(sampleRate: 11_025), AudioFormat(sampleRate: 44_100),
            AudioFormat(sampleRate: 48_000, channels: 2),
        ]
    )
    func roundTrip(kind: SoundFormat, format: AudioFormat) throws {
        let samples = Signals.vowel(seconds: 0.7, format: format)
        let name = "a.\(kind.fileExtensions[0])"
        try write(samples, name, format)
        #expect(folder.names() == [name])
        let read = try ReadSound(path: folder.file(name))
        let rate = SoundLibrary.rate(for: format.sampleRate, in: kind)
        #expect(read.format == AudioFormat(sampleRate: rate, channels: format.channels))
        let frames = samples.count / format.channels
        #expect(read.frames == (frames * rate + format.sampleRate - 1) / format.sampleRate)
        if kind == .wav || kind == .flac {
            #expect(read.samples == samples)
        } else {
            let resampler = try Resampler(from: format.sampleRate, to: rate, channels: format.channels)
            let wanted = rate == format.sampleRate ? samples : resampler.process(samples) + resampler.finish()
            #expect(Signals.correlation(wanted, read.samples) > 0.97)
            #expect(abs(Signals.level(wanted) - Signals.level(read.samples)) < 0.5)
        }
    }

    @Test("extreme and irregular sounds are harmless", arguments: SoundFormat.allCases)
    func extremes(kind: SoundFormat) throws {
        var clicks = [Int16](repeating: 0, count: 20_000)
        for index in stride(from: 0, to: clicks.count, by: 4999) { clicks[index] = .min }
        let square = (0..<20_000).map { $0 / 40 % 2 == 0 ? Int16.max : .min }
        let constant = [Int16](repeating: .min, count: 20_000)
        for samples in [clicks, square, constant, Signals.noise(frames: 20_000, amplitude: 32_767)] {
            let name = "a.\(kind.fileExtensions[0])"
            try write(samples, name)
            let read = try ReadSound(path: folder.file(name))
            #expect(read.frames == (20_000 * read.format.sampleRate + 22_049) / 22_050)
        }
    }

    @Test("the title is read back, and the language is in the file", arguments: SoundFormat.allCases)
    func tags(kind: SoundFormat) throws {
        let tags = SoundTags(title: "Häuser 😀 の家", language: LanguageTag("en-GB"))
        let name = "a.\(kind.fileExtensions[0])"
        let samples = Signals.vowel(seconds: 0.3)
        try write(samples, name, tags: tags)
        let read = try ReadSound(path: folder.file(name))
        #expect(read.title == "Häuser 😀 の家")
        // The tags do not affect the sound.
        try write(samples, "plain.\(kind.fileExtensions[0])")
        #expect(try ReadSound(path: folder.file("plain.\(kind.fileExtensions[0])")).samples == read.samples)
        let bytes = try #require(contents(folder.file(name)))
        let wanted: [UInt8] =
            switch kind {
            case .wav: Array("ILNG".utf8) + [6, 0, 0, 0] + Array("en-GB".utf8) + [0]
            case .flac, .vorbis, .opus: Array("LANGUAGE=en-GB".utf8)
            case .mp3: [0xFF, 0xFE] + "en-GB".utf8.flatMap { [$0, 0] }
            }
        #expect(bytes.firstRange(of: wanted) != nil)
        if kind == .mp3 { #expect(bytes.firstRange(of: [0xFF, 0xFE, 0x65, 0, 0x6E, 0, 0x67, 0]) != nil) }
    }

    /// Titles and their written forms.
    private static let nastyTitles: [(String, String?)] = [
        ("", nil), ("\u{0}\u{1}\n \t", nil), ("a\u{0}b\r\nc", "a b c"), ("=", "="), ("e\u{301}👨‍👩‍👧‍👦", "e\u{301}👨‍👩‍👧‍👦"),
        (String(repeating: "ü", count: 500_000), String(repeating: "ü", count: 248) + "…"),
        (String(repeating: "a", count: 500), String(repeating: "a", count: 500)),
        (String(repeating: " ", count: 5000) + "a", nil),
    ]

    @Test(
        "difficult titles",
        arguments: SoundFormat.allCases,
        0..<Self.nastyTitles.count
    )
    func titles(kind: SoundFormat, index: Int) throws {
        let title = Self.nastyTitles[index]
        let name = "a.\(kind.fileExtensions[0])"
        try write(Signals.vowel(seconds: 0.1), name, tags: SoundTags(title: title.0))
        let read = try ReadSound(path: folder.file(name))
        // libsndfile truncates the title of a RIFF file to 255 bytes on reading.
        let isCut = kind == .wav && (title.1?.utf8.count ?? 0) > 255
        #expect(isCut ? read.title.map { title.1?.hasPrefix($0) == true } == true : read.title == title.1)
        #expect(read.frames == (2205 * read.format.sampleRate + 22_049) / 22_050)
    }

    @Test("the output does not depend on how the samples are split", arguments: SoundFormat.allCases)
    func deterministic(kind: SoundFormat) throws {
        let samples = Signals.vowel(seconds: 1.3)
        let tags = SoundTags(title: "same", language: LanguageTag("de"))
        let ending = kind.fileExtensions[0]
        try write(samples, "a.\(ending)", tags: tags, pieces: 1)
        try write(samples, "b.\(ending)", tags: tags, pieces: 7919)
        try write(samples, "c.\(ending)", tags: SoundTags(title: "other"), pieces: 7919)
        let bytes = try #require(contents(folder.file("a.\(ending)")))
        #expect(contents(folder.file("b.\(ending)")) == bytes)
        let other = try #require(contents(folder.file("c.\(ending)")))
        #expect(other != bytes)
        // Streams with different content can be concatenated in one file.
        if kind == .vorbis || kind == .opus { #expect(other[14..<18] != bytes[14..<18]) }
    }

    @Test("no samples, one sample and an incomplete frame are valid", arguments: SoundFormat.allCases, [0, 1, 3])
    func tiny(kind: SoundFormat, count: Int) throws {
        let name = "a.\(kind.fileExtensions[0])"
        let format = AudioFormat(sampleRate: 24_000, channels: 2)
        try write([Int16](repeating: 9000, count: count), name, format, tags: SoundTags(title: "t"))
        #expect(folder.names() == [name])
        // An encoder without input writes an unreadable file, so it gets a frame of silence.
        let wanted = kind == .wav ? (count + 1) / 2 : max(1, (count + 1) / 2)
        #expect(try ReadSound(path: folder.file(name)).frames == wanted)
    }

    @Test("dropping a file leaves nothing behind and the old file unchanged", arguments: SoundFormat.allCases)
    func dropped(kind: SoundFormat) throws {
        let name = "a.\(kind.fileExtensions[0])"
        try write([1, 2, 3], name)
        let before = contents(folder.file(name))
        do {
            var file = try SoundFile(path: folder.file(name), format: AudioFormat(sampleRate: 22_050))
            try file.append(Signals.vowel(seconds: 1))
        }
        #expect(folder.names() == [name])
        #expect(contents(folder.file(name)) == before)
    }

    @Test("a full device, a missing folder and an existing folder are errors", arguments: SoundFormat.allCases)
    func unwritable(kind: SoundFormat) throws {
        let format = AudioFormat(sampleRate: 22_050)
        func error(_ path: String) -> ServiceError? {
            do throws(ServiceError) {
                var file = try SoundFile(path: path, kind: kind, format: format, tags: SoundTags(title: "x"))
                try file.append([1, 2, 3])
                try file.finish()
                return nil
            } catch { return error }
        }
        let full = try #require(error("/dev/full"))
        #expect(full.code == .io && full.message.contains("no space"))
        #expect(error(folder.file("no/a"))?.code == .io)
        #expect(error(folder.path)?.code == .io)
        #expect(error("")?.code == .io)
        #expect(error("a\u{0}b")?.code == .io)
        #expect(folder.names().isEmpty)
    }

    @Test(
        "extreme formats are written or rejected with a code",
        arguments: SoundFormat.allCases,
        [
            (1, 1), (999, 1), (22_051, 1), (96_000, 2), (192_000, 1), (655_351, 1), (768_000, 1), (48_000, 3),
            (8000, 9),
            (8000, 32), (0, 1), (-1, 1), (768_001, 1), (8000, 0), (8000, 33), (.max, .max), (.min, .min),
        ]
    )
    func oddFormats(kind: SoundFormat, odd: (rate: Int, channels: Int)) throws {
        let format = AudioFormat(sampleRate: odd.rate, channels: odd.channels)
        let isPossible = (1...768_000).contains(odd.rate) && (1...32).contains(odd.channels)
        let name = "a.\(kind.fileExtensions[0])"
        // At 1 Hz a few frames become seconds of sound in a format that starts at 8,000 Hz.
        let frames = odd.rate < 100 ? 3 : 2000
        do {
            try write([Int16](repeating: 500, count: frames * max(1, min(odd.channels, 32))), name, format)
        } catch let error as ServiceError {
            #expect(error.code == (isPossible ? .unsupported : .invalidRequest), "\(error)")
            #expect(folder.names().isEmpty)
            // The formats of voices are supported everywhere.
            #expect(!isPossible || odd.channels > 2, "\(error)")
            return
        }
        #expect(isPossible)
        let read = try ReadSound(path: folder.file(name))
        #expect(read.format.channels == odd.channels)
        let rate = SoundLibrary.rate(for: odd.rate, in: kind)
        #expect(read.format.sampleRate == rate)
        #expect(abs(read.frames - frames * rate / odd.rate) <= 1)
    }

    @Test("the error for a missing encoder names it and suggests a remedy")
    func missingEncoder() throws {
        let error = try #require(throws: ServiceError.self) {
            _ = try EncodedFile(
                path: folder.file("a.mp3"),
                kind: .mp3,
                code: 0x20_0061,
                format: AudioFormat(sampleRate: 22_050),
                tags: SoundTags()
            )
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("was built without the encoder for MP3"))
        #expect(error.remedy?.contains(".wav") == true)
        #expect(folder.names().isEmpty)
    }

    @Test("a named pipe receives the complete file", arguments: SoundFormat.allCases)
    func pipe(kind: SoundFormat) async throws {
        let samples = Signals.vowel(seconds: 0.5)
        let ending = kind.fileExtensions[0]
        try write(samples, "wanted.\(ending)")
        let path = folder.file("pipe.\(ending)")
        try #require(mkfifo(path, 0o600) == 0)
        // Both ends wait for each other, so the reader has its own thread, which starts first.
        let received = Received()
        DispatchQueue(label: "reader").async { received.bytes.withLock { $0 = contents(path) } }
        try write(samples, "pipe.\(ending)")
        #expect(await eventually { received.bytes.withLock { $0 } != nil })
        #expect(received.bytes.withLock { $0 } == contents(folder.file("wanted.\(ending)")))
    }

    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]?>(nil)
    }

    @Test(
        "soxi agrees",
        .enabled(if: ProgramSearch.find("soxi", in: ProgramSearch.systemPath) != nil, "soxi is not installed"),
        arguments: [("a.flac", "FLAC"), ("a.ogg", "Vorbis"), ("a.wav", "Signed Integer PCM")]
    )
    func soxAgrees(name: String, encoding: String) async throws {
        let tags = SoundTags(title: "one two", language: LanguageTag("en-AU"))
        try write(Signals.vowel(seconds: 1), name, tags: tags)
        #expect(try await run("soxi", ["-s", folder.file(name)], in: folder).output == "22050\n")
        #expect(try await run("soxi", ["-e", folder.file(name)], in: folder).output.contains(encoding))
        guard name != "a.wav" else { return }
        let comments = try await run("soxi", ["-a", folder.file(name)], in: folder).output
        #expect(comments.contains("TITLE=one two\n") && comments.contains("LANGUAGE=en-AU\n"))
    }
}
