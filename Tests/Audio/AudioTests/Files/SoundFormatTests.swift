import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Audio

@Suite("Choosing the format of a sound file")
struct SoundFormatTests {
    @Test(
        "by the extension, ignoring case",
        arguments: [
            ("a.wav", SoundFormat.wav), ("a.WAVE", .wav), ("x/a.b.flac", .flac), ("a.OGG", .vorbis), ("a.oga", .vorbis),
            ("a.Opus", .opus), ("/x.y/ü.mp3", .mp3), ("😀.mp3", .mp3), ("/dev/null", .wav), ("/", .wav), ("", .wav),
        ]
    )
    func extensions(path: String, format: SoundFormat) throws {
        #expect(try SoundFormat(path: path) == format)
    }

    @Test(
        "anything else is an error that lists the supported formats",
        arguments: [
            ("a.mp4", "; did you mean 'mp3'?"), ("a.flacc", "; did you mean 'flac'?"),
            ("a.opsu", "did you mean 'opus'?"),
            ("a.aiff", "'.aiff' is not a supported"), ("a", "has no extension"), (".mp3", "has no extension"),
            ("a.mp3/b", "has no extension"), ("a.", "'.' is not a supported"),
            ("a.m\u{0}p3", "\\u{0}"),
        ]
    )
    func unknown(path: String, part: String) throws {
        let error = try #require(throws: ServiceError.self) { try SoundFormat(path: path) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains(part), "\(error.message.prefix(200))")
        #expect(error.remedy == "use one of .wav, .wave, .flac, .ogg, .oga, .opus, .mp3")
    }

    @Test("an overlong extension is truncated in the message")
    func longExtension() throws {
        let error = try #require(throws: ServiceError.self) {
            try SoundFormat(fileExtension: String(repeating: "x", count: 1_000_000))
        }
        #expect(error.message == "'\(String(repeating: "x", count: 40))' is not a supported sound format")
    }

    @Test("a named pipe can have any name")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        #expect(try await run("mkfifo", [folder.file("a.fifo")], in: folder).report.isSuccess)
        #expect(try SoundFormat(path: folder.file("a.fifo")) == .wav)
    }

    @Test("the installed libsndfile has all encoders")
    func library() {
        for format in SoundFormat.allCases { #expect(SoundLibrary.canWrite(format), "\(format)") }
        #expect(SoundLibrary.version.first?.isNumber == true)
        // Speex in Ogg has a code but no encoder.
        #expect(!SoundLibrary.canWrite(0x20_0061))
    }
}
