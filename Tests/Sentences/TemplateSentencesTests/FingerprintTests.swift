import LanguageServices
import Platform
import TemplateSentences
import TestSupport
import Testing

@Suite struct FingerprintTests {
    @Test func templatesThatHaveChangedAreAnotherVersion() throws {
        let folder = try TemporaryFolder()
        for name in ["en", "en/sentences", "en/sentences/more"] { _ = try folder.folder(name) }
        let path = folder.file("en/sentences/any.txt")
        try AtomicFile.write(Array("# any\n".utf8), to: path)
        func version() -> String { TemplateSentences(folder: folder.path).descriptor.version }
        let first = version()
        #expect(version() == first)
        let open = TemplateSentences(folder: folder.path)
        #expect(open.descriptor.version == first)
        try AtomicFile.write(Array("# any more\n".utf8), to: path)
        let second = version()
        #expect(second != first)
        // The version does not change after a partial read.
        #expect(open.descriptor.version == first)
        try AtomicFile.write(Array("".utf8), to: folder.file("en/sentences/more/new.txt"))
        #expect(version() != second)
        #expect(TemplateSentences(folder: nil).descriptor.version == TemplateSentences(folder: nil).descriptor.version)
        #expect(TemplateSentences(folder: folder.file("nothing")).descriptor.version.hasPrefix("1 "))
    }
}
