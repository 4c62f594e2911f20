import Audio
import Foundation
import Platform
import TestSupport
import Testing

@Suite("speak to files of every format")
struct SoundFormatsTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    /// The first bytes of a file in this format.
    private static func start(_ format: SoundFormat) -> String {
        switch format {
        case .wav: "RIFF"
        case .flac: "fLaC"
        case .vorbis, .opus: "OggS"
        case .mp3: "ID3"
        }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try #require(contents(box.path(name)), "\(name) is missing")
    }

    @Test("the extension selects the format, and tags have the text and language", arguments: SoundFormat.allCases)
    func byName(format: SoundFormat) async throws {
        let ending = format.fileExtensions[0].uppercased()
        try await box.run(["speak", "water bottle", "-o", "a.\(ending)", "--accent", "en-GB"]).expectSuccess()
        let file = try bytes("a.\(ending)")
        #expect(file.starts(with: Self.start(format).utf8))
        let spell: (String) -> [UInt8] = {
            format == .mp3 ? $0.utf16.flatMap { [UInt8($0 & 0xFF), 0] } : Array($0.utf8)
        }
        #expect(file.firstRange(of: spell("water bottle")) != nil)
        #expect(file.firstRange(of: spell("en-GB")) != nil)
        // Without a given accent, the configured one sets the language; a voice determines its own.
        try await box.run(["speak", "water", "-o", "b.\(ending)"]).expectSuccess()
        #expect(try bytes("b.\(ending)").firstRange(of: spell("en-US")) != nil)
        try await box.run(["speak", "Wasser", "-o", "c.\(ending)", "--voice", "gmw/de"]).expectSuccess()
        #expect(try bytes("c.\(ending)").firstRange(of: format == .mp3 ? spell("deu") : spell("de")) != nil)
        #expect(box.names() == ["a.\(ending)", "b.\(ending)", "c.\(ending)"])
    }

    @Test("without libsamplerate, the error names its package, and formats that keep the sample rate work")
    func missingResampler() async throws {
        try Folder.make(box.path("lib"))
        // The loader finds this library first and fails.
        try AtomicFile.write([], to: box.path("lib/libsamplerate.so.0"))
        let environment = ["LD_LIBRARY_PATH": box.path("lib")]
        try await box.run(["speak", "water", "-o", "a.opus"], environment: environment)
            .expectFailure(69, "apt-get install libsamplerate0")
        for name in ["a.wav", "a.flac", "a.mp3"] {
            try await box.run(["speak", "water", "-o", name], environment: environment).expectSuccess()
        }
    }

    @Test("--format selects the format for a folder and for standard output", arguments: SoundFormat.allCases)
    func byOption(format: SoundFormat) async throws {
        let outcome = try await box.run(["speak", "one", "two", "one", "-d", "out", "--format", format.rawValue])
        outcome.expectSuccess()
        let ending = format.fileExtensions[0]
        #expect(box.names(in: "out") == ["one.\(ending)", "two.\(ending)"])
        #expect(
            outcome.lines.map { $0.prefix(11 + ending.count - 3) }
                == ["one", "two", "one"].map { "out/\($0).\(ending)" }
        )
        #expect(try bytes("out/one.\(ending)").starts(with: Self.start(format).utf8))
        let piped = try await box.run(["speak", "one", "-o", "-", "--format", format.rawValue])
        piped.expectSuccess()
        // espeak-ng's sound depends slightly on what it spoke before, so only the format is compared.
        #expect(piped.output.starts(with: Self.start(format).utf8) && piped.output.count > 1000)
    }

    @Test("a full disk is reported, and no file is left", arguments: SoundFormat.allCases)
    func full(format: SoundFormat) async throws {
        let full = try await box.run(["speak", "hello", "-o", "/dev/full", "--format", format.rawValue])
        full.expectFailure(74, "no space left")
        let folder = try await box.run(["speak", "hello", "-o", "no/a.\(format.fileExtensions[0])"])
        folder.expectFailure(73, "no such file or directory")
        #expect(box.names().isEmpty)
    }

    @Test("doctor lists the libraries for sound files")
    func doctor() async throws {
        let outcome = try await box.run(["doctor"])
        let all = SoundFormat.allCases.map(\.name).joined(separator: ", ")
        #expect(outcome.text.contains("writes \(all)\n"))
        #expect(outcome.text.contains(#/ok +libsonic +changes the speed of speech/#))
    }
}
