import Platform
import TestSupport
import Testing

/// Rules for the source files of the core, checked by reading them.
struct SourceRulesTests {
    @Test func theCoreImportsNothingButSynchronization() throws {
        let files = Self.swiftFiles(in: Self.sources)
        #expect(files.count > 30)
        for file in files {
            for module in Self.imports(of: try Self.read(file)) {
                #expect(module == "Synchronization", "\(file) imports \(module)")
            }
        }
    }

    @Test func theRegistryImportsTheCoreAlone() throws {
        let files = Self.swiftFiles(in: Repository.path("Sources/Core/ServiceRegistry"))
        #expect(files.count > 15)
        for file in files {
            let modules = Self.imports(of: try Self.read(file))
            #expect(Set(modules).isSubset(of: ["Synchronization", "LanguageServices"]), "\(file) imports \(modules)")
        }
    }

    @Test func theTestingKitImportsNoTestFramework() throws {
        let files = Self.swiftFiles(in: Self.sources + "Testing")
        #expect(files.count > 10)
        for file in files {
            let modules = Self.imports(of: try Self.read(file))
            #expect(
                Set(modules).isSubset(of: ["Synchronization", "LanguageServices", "ServiceRegistry"]),
                "\(file) imports \(modules)"
            )
        }
    }

    @Test(arguments: [
        ("import Foundation", ["Foundation"]), ("  public import struct Foundation.Date", ["Foundation"]),
        ("@_exported import Glibc // why", ["Glibc"]), ("@testable\timport A.B;import C", ["A", "C"]),
        ("/// import nothing", []), ("let importance = 1", []), ("@preconcurrency import func Darwin.exit", ["Darwin"]),
    ])
    func importsAreFound(line: String, modules: [String]) {
        #expect(Self.imports(of: line) == modules)
    }

    /// The source files of the core.
    private static let sources = Repository.path("Sources/Core/LanguageServices")

    private static func imports(of source: String) -> [String] {
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        return source.split { $0.isNewline || $0 == ";" }.compactMap { line in
            let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
            guard let position = words.firstIndex(of: "import"),
                words[..<position].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            let name = words[(position + 1)...].first { !kinds.contains($0) }
            return name?.split(separator: ".").first.map(String.init)
        }
    }

    private static func swiftFiles(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var files: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            if name.hasSuffix(".swift") {
                files.append(folder + "/" + name)
            } else {
                files += swiftFiles(in: folder + "/" + name)
            }
        }
        return files
    }

    private static func read(_ path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
