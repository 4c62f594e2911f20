import LanguageServices
import TestSupport
import Testing

@testable import EspeakSpeech

/// The folder in which our accents are linked into the installed data.
enum OwnVoicePath {
    static func path() async throws -> String {
        try #require(try await EspeakSpeech(voices: Bundled.voices).overlay().overlay?.path)
    }
}

/// A table of the fixtures: lines of columns between tabs.
enum Fixture {
    static func rows(_ name: String) throws -> [[String]] {
        let folder = Repository.path("Tests/Speech/EspeakSpeechTests/Fixtures/")
        let bytes = try #require(contents(folder + name))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    static let accents = ["en-US", "en-GB", "en-AU", "en-IE"]
}
