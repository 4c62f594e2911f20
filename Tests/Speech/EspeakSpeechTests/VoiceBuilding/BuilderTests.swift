import LanguageServices
import Platform
import TestSupport
import Testing

@testable import EspeakSpeech

@Suite("The voice builder", .enabled(if: Sources.installed != nil, "no espeak-ng data is installed"))
struct BuilderTests {
    private let folder: TemporaryFolder
    private let installed: String
    private let definitions: DefinitionFiles

    init() throws {
        folder = try TemporaryFolder()
        installed = try #require(Sources.installed)
        definitions = try DefinitionFiles.read(Sources.voices)
    }

    private var location: OverlayLocation { OverlayLocation(path: folder.file("voices")) }

    private func build(_ data: String? = nil) throws(ServiceError) -> VoiceOverlay {
        try VoiceBuilder.build(definitions, dataFolder: data ?? installed, locations: [location])
    }

    @Test("an overlay contains everything that is installed and the bundled voices")
    func content() throws {
        let overlay = try build()
        #expect(overlay.isNew && overlay.problems.isEmpty)
        let own = TemporaryFolder.names(in: "\(overlay.dataFolder)/lang/own")
        #expect(own.count == 8 && own.contains("en-au-female"))
        let names = TemporaryFolder.names(in: overlay.dataFolder)
        #expect(Set(names).isSuperset(of: TemporaryFolder.names(in: installed)))
        // Installed files are linked rather than copied, except for the three that grow.
        for name in names where !["phontab", "phonindex", "phondata", "lang"].contains(name) && !name.hasPrefix("oen") {
            var status = stat()
            #expect(lstat("\(overlay.dataFolder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }
    }

    @Test("installed data comes first and is unchanged; the library's reads beyond the end are padded")
    func appended() throws {
        let overlay = try build()
        for (name, padding) in [("phontab", 16), ("phonindex", 4), ("phondata", 64)] {
            let before = try #require(contents("\(installed)/\(name)"))
            let after = try #require(contents("\(overlay.dataFolder)/\(name)"))
            #expect(after.count > before.count)
            // The first byte of phontab is the number of tables.
            #expect(after.dropFirst(4).starts(with: before.dropFirst(4)))
            let expected: [UInt8] = name == "phonindex" ? [1, 0, 1, 0] : [UInt8](repeating: 0, count: padding)
            #expect(Array(after.suffix(padding)) == expected, "\(name)")
        }
        let tables = try PhonemeTables(
            LittleEndianBytes(bytes: try #require(contents("\(overlay.dataFolder)/phontab")))
        )
        #expect(Set(tables.tables.suffix(4).map(\.name)) == ["oenau", "oengb", "oenie", "oenus"])
    }

    @Test("a second run does not build anything")
    func reuse() throws {
        let first = try build()
        let second = try build()
        #expect(!second.isNew && second.path == first.path)
    }

    @Test("other definitions or data produce another overlay")
    func keys() throws {
        let first = try build()
        let data = try Sources.copy(to: folder)
        #expect(try build(data).path != first.path)
        let second = try build(data)
        #expect(try build(data).path == second.path)
        try Sources.replace(
            "\(data)/phondata-manifest",
            try #require(contents("\(installed)/phondata-manifest")) + [10]
        )
        #expect(try build(data).path != second.path)
    }

    @Test("a damaged overlay is rebuilt")
    func damagedOverlay() throws {
        var overlay = try build()
        for damage in [
            "espeak-ng-data/phontab", "espeak-ng-data/en_dict", "overlay.txt", "espeak-ng-data/lang/own/en-ie",
        ] {
            #expect(unlink("\(overlay.path)/\(damage)") == 0)
            overlay = try build()
            #expect(overlay.isNew, "\(damage)")
        }
        #expect(truncate("\(overlay.path)/espeak-ng-data/phondata", 100) == 0)
        #expect(try build().isNew)
    }

    @Test("concurrent builders use the same overlay and leave no other files")
    func together() async throws {
        let paths = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let overlay = try build()
                    return (overlay.path, OverlayRecord(of: overlay.path) != nil)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(paths.count == 8 && Set(paths.map(\.0)).count == 1 && paths.allSatisfy(\.1))
        #expect(TemporaryFolder.names(in: location.path).count == 1)
    }

    @Test("a folder that others can write to, a link or a long path is skipped")
    func places() throws {
        let open = OverlayLocation(path: try folder.folder("open"))
        chmod(open.path, 0o777)
        let link = OverlayLocation(path: folder.file("link"))
        symlink(try folder.folder("target"), link.path)
        let long = OverlayLocation(path: folder.file(String(repeating: "x", count: 100)))
        let file = OverlayLocation(path: folder.file("file"))
        try OverlayFolder.write([1], to: file.path)
        for bad in [open, link, long, file] {
            #expect(throws: ServiceError.self) {
                try VoiceBuilder.build(definitions, dataFolder: installed, locations: [bad])
            }
        }
        let overlay = try VoiceBuilder.build(
            definitions,
            dataFolder: installed,
            locations: [open, link, long, file, location]
        )
        #expect(overlay.path.hasPrefix(location.path))
        #expect(TemporaryFolder.names(in: open.path).isEmpty)
        #expect(TemporaryFolder.names(in: folder.file("target")).isEmpty)
    }

    @Test("the user's cache comes first, then the session's folder, then /tmp")
    func candidates() {
        func paths(_ environment: [String: String]) -> [String] {
            OverlayLocation.candidates { environment[$0] }.map(\.path)
        }
        let last = "/tmp/parlance-voices-\(geteuid())"
        #expect(
            paths(["HOME": "/h", "XDG_RUNTIME_DIR": "/r"]) == ["/h/.cache/parlance/voices", "/r/parlance-voices", last]
        )
        #expect(paths(["HOME": "/h", "XDG_CACHE_HOME": "/c"]) == ["/c/parlance/voices", last])
        #expect(paths(["XDG_CACHE_HOME": "relative", "HOME": ""]) == [last])
    }

    @Test("only old overlays that are not in use are removed")
    func cleaning() throws {
        let overlay = try build()
        let old = "\(location.path)/0123456789abcdef"
        let used = "\(location.path)/fedcba9876543210"
        for path in [old, used, "\(location.path)/build-x", "\(location.path)/notes"] {
            try Folder.make(path)
            try OverlayFolder.write([1], to: "\(path)/overlay.txt")
        }
        let lease = try #require(OverlayLease(of: used))
        let later = time(nil) + 15 * 86_400
        withExtendedLifetime(lease) {
            OverlayCleaning.clean(location, keeping: OverlayKeyOf.name(overlay.path), now: time(nil) + 13 * 86_400)
            #expect(Folder.exists(old))
            OverlayCleaning.clean(location, keeping: OverlayKeyOf.name(overlay.path), now: later)
        }
        #expect(!Folder.exists(old) && !Folder.exists("\(location.path)/build-x"))
        #expect(Folder.exists(used) && Folder.exists("\(location.path)/notes") && overlay.isPresent)
    }

    @Test("if the data has another format, only replacements are used, and this is reported")
    func otherFormat() throws {
        let data = try Sources.copy(to: folder)
        var bytes = try #require(contents("\(data)/phondata"))
        bytes[0] = 2
        try Sources.replace("\(data)/phondata", bytes)
        let overlay = try build(data)
        #expect(overlay.problems.map(\.code) == [.unsupported])
        #expect(try build(data).problems == overlay.problems)
        let voice = String(decoding: contents("\(overlay.dataFolder)/lang/own/en-ie") ?? [], as: UTF8.self)
        #expect(voice.contains("phonemes en-us\n") && voice.contains("replace 00 eI e:\n"))
        var status = stat()
        #expect(lstat("\(overlay.dataFolder)/phondata", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("an accent that refers to uninstalled data does not affect the others")
    func missingSequence() throws {
        let data = try Sources.copy(to: folder)
        let manifest = String(decoding: try #require(contents("\(data)/phondata-manifest")), as: UTF8.self)
        // Only the Australian definition uses this sequence.
        let without = manifest.split(separator: "\n").filter { !$0.hasSuffix("vowel/ii_3") }.joined(separator: "\n")
        try Sources.replace("\(data)/phondata-manifest", Array(without.utf8))
        let overlay = try build(data)
        #expect(overlay.problems.count == 1)
        #expect(overlay.problems.first?.message.contains("the formant sequence 'vowel/ii_3' is not installed") == true)
        let names = TemporaryFolder.names(in: overlay.dataFolder)
        #expect(names.contains("oenie_dict") && !names.contains("oenau_dict"))
    }

    @Test(
        "an error names the missing file in the installed data",
        arguments: ["phontab", "phonindex", "phondata", "en_dict"]
    )
    func missing(_ name: String) throws {
        let data = try Sources.copy(to: folder)
        unlink("\(data)/\(name)")
        let error = try #require(throws: ServiceError.self) { _ = try build(data) }
        #expect(error.code == .unavailable && error.message.contains(name) && error.remedy != nil)
        #expect(TemporaryFolder.names(in: location.path).isEmpty)
    }
}

/// The name of an overlay within its folder.
enum OverlayKeyOf {
    static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
