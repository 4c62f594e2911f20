import DeckSpeech
import LanguageServices
import Platform
import ServiceRegistry
import TestSupport
import Testing

@Suite("The revision of spoken text")
struct SpeechRevisionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        try Folder.make(AtomicFile.split(folder.file(name)).folder)
        try AtomicFile.write(Array(text.utf8), to: folder.file(name))
    }

    @Test("it covers the content of a language's definitions, including words shared by accents")
    func accents() throws {
        try write("a", to: "en-GB/words")
        try write("b", to: "de/words")
        try write("c", to: "lexicon/en")
        let revision = SpeechRevision([], kinds: [], accents: folder.path)
        let first = revision.text(for: LanguageTag("en-GB"))
        #expect(first.contains("en-GB/words ") && first.contains("lexicon/en ") && !first.contains("de/words"))
        #expect(!first.contains(folder.path))
        try write("a changed", to: "en-GB/words")
        #expect(revision.text(for: LanguageTag("en-GB")) != first)
        #expect(revision.text(for: LanguageTag("fr")).isEmpty)
    }

    @Test("it covers the provider options that affect the sound, and the content of files")
    func options() throws {
        try write("tea tiː", to: "words.txt")
        func text(_ values: [String: OptionValue], _ kinds: [ProviderKind] = []) -> String {
            let definition = ProviderDefinition(id: "p", kind: "k", options: OptionValues(values))
            return SpeechRevision([definition], kinds: kinds, accents: nil).text(for: nil)
        }
        let usual = text(["model": OptionValue(.string("a"), origin: "test")])
        #expect(usual != text(["model": OptionValue(.string("b"), origin: "test")]))
        #expect(usual.contains("model"))
        let file = text(["lexicon": OptionValue(.string(folder.file("words.txt")), origin: "test")])
        #expect(!file.contains(folder.path))
        try write("tea teɪ", to: "words.txt")
        #expect(file != text(["lexicon": OptionValue(.string(folder.file("words.txt")), origin: "test")]))
        let timeout = text(["deadlineSeconds": OptionValue(.number(5), origin: "test")])
        #expect(timeout.isEmpty)
    }
}
