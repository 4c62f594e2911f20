import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct SecretOfFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ name: String, environment: [String: String] = [:]) -> FileReading {
        FileReading(
            SecretOfVariableTests.file(key: JSONWriter.string(["file": .string(name)])),
            path: folder("config.json"),
            environment: environment
        )
    }

    private func secret(_ name: String, environment: [String: String] = [:]) throws -> Secret? {
        let reading = read(name, environment: environment)
        #expect(reading.complaints == [])
        return try reading.provider("mt")?.options.secret("key")
    }

    /// The only problem, without its position.
    private func complaint(_ name: String, environment: [String: String] = [:]) -> String? {
        let reading = read(name, environment: environment)
        #expect(reading.provider("mt")?.options.values["key"] == nil)
        #expect(reading.complaints.count == 1)
        let start = "\(folder.path)/config.json:2:16: provider 'mt': "
        guard let complaint = reading.complaints.first, complaint.hasPrefix(start) else { return nil }
        return String(complaint.dropFirst(start.count))
    }

    @Test func aNameIsRelativeToTheFolderOfTheConfiguration() throws {
        try folder.write("one", to: "key")
        try folder.write("two", to: "sub/key")
        #expect(try secret("key")?.reveal() == "one")
        #expect(try secret("key")?.source == "file \(folder("key"))")
        #expect(try secret("./sub/../sub/key")?.reveal() == "two")
        #expect(try secret(folder("sub/key"))?.reveal() == "two")
    }

    @Test func aTildeStandsForTheHomeFolder() throws {
        try folder.write("mine", to: "home/.config/key")
        #expect(try secret("~/.config/key", environment: ["HOME": folder("home")])?.reveal() == "mine")
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]] as [[String: String]])
    func aTildeWithoutAHomeFolderIsTold(environment: [String: String]) throws {
        try folder.write("not this", to: "~/key")
        try folder.write("nor this", to: "home/key")
        #expect(
            complaint("~/key", environment: environment)
                == "no home folder for '~/key', because HOME is not set; write the full path"
        )
    }

    @Test func onlyATildeAndASlashStandForTheHomeFolder() throws {
        try folder.write("odd", to: "~key")
        #expect(try secret("~key", environment: ["HOME": "/nowhere"])?.reveal() == "odd")
    }

    @Test(arguments: [
        ("k", "k"), ("k\n", "k"), ("k\r\n", "k"), ("k\n\n\n", "k"), ("\nk", "k"), ("k\nmore\n", "k"),
        (" k k ", " k k "),
        ("schlüssel", "schlüssel"),
    ])
    func theFirstLineIsTheSecret(content: String, expected: String) throws {
        try folder.write(content, to: "key")
        #expect(try secret("key")?.reveal() == expected)
    }

    @Test(arguments: ["", "\n", "\r\n\n"])
    func anEmptyFileIsTold(content: String) throws {
        try folder.write(content, to: "key")
        #expect(complaint("key") == "'\(folder("key"))' is empty; write the secret into it")
    }

    @Test func aFileThatCannotBeReadIsTold() throws {
        try folder.makeFolder("sub")
        #expect(
            complaint("none")
                == "cannot read '\(folder("none"))': no such file or directory; check the spelling"
        )
        #expect(complaint("sub") == "cannot read '\(folder("sub"))': is a directory; specify a file, not a folder")
        #expect(complaint("")?.contains("is a directory") == true)
        #expect(complaint("a\u{0}b") == "the file name contains a NUL byte")
    }

    @Test func aFileThatIsNoTextIsTold() throws {
        try folder.write([0x4D, 0x41, 0xFF, 0xFE], to: "key")
        #expect(complaint("key") == "'\(folder("key"))' is not UTF-8")
    }

    @Test func aFileThatIsTooLargeIsTold() throws {
        try folder.write(Array(repeating: UInt8(ascii: "k"), count: 1 << 16), to: "large")
        #expect(try secret("large")?.reveal().utf8.count == 1 << 16)
        try folder.write(Array(repeating: UInt8(ascii: "k"), count: 1 << 16 + 1), to: "larger")
        #expect(complaint("larger") == "'\(folder("larger"))' is larger than 64 KiB")
        #expect(complaint("/dev/zero") == "'/dev/zero' is larger than 64 KiB")
    }

    @Test func theNameNeverChangesTheTerminal() throws {
        try folder.write("", to: "a\u{1B}b")
        #expect(complaint("a\u{1B}b")?.contains("\u{1B}") == false)
        try folder.write([0xFF], to: "a\u{1B}c")
        #expect(complaint("a\u{1B}c")?.contains("\u{1B}") == false)
    }
}
