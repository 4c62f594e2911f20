import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Folders with their content") struct FileTreeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ count: Int, to name: String, mode: mode_t = 0o600) throws {
        try AtomicFile.write([UInt8](repeating: 1, count: count), to: folder.file(name))
        try #require(chmod(folder.file(name), mode) == 0)
    }

    private func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(folder.file(name), &status) == 0)
        return status.st_mode & 0o7777
    }

    @Test("files, hidden ones too, are counted and removed") func removal() throws {
        _ = try folder.folder("a")
        _ = try folder.folder("a/b")
        try write(10, to: "a/one")
        try write(5, to: "a/.two")
        try write(7, to: "a/b/three")
        let content = FileTree.content(of: folder.file("a"))
        #expect(content.files == 3 && content.bytes == 22 && content.failures.isEmpty && content.exposedFiles == 0)
        #expect(FileTree.remove(folder.file("a")) == content)
        #expect(folder.names().isEmpty)
        #expect(FileTree.content(of: folder.file("a")) == FileTree.Content())
        #expect(FileTree.remove(folder.file("a/b")) == FileTree.Content())
    }

    @Test("a link is removed, and its target stays") func links() throws {
        _ = try folder.folder("a")
        _ = try folder.folder("outside")
        try write(9, to: "outside/file")
        for (name, target) in [("file", "outside/file"), ("folder", "outside"), ("loop", "a"), ("gone", "none")] {
            try #require(symlink(folder.file(target), folder.file("a/\(name)")) == 0)
        }
        #expect(FileTree.content(of: folder.file("a")).bytes == 0)
        let removed = FileTree.remove(folder.file("a"))
        #expect(removed.files == 4 && removed.bytes == 0 && removed.failures.isEmpty)
        #expect(folder.names() == ["outside"])
        #expect(TemporaryFolder.names(in: folder.file("outside")) == ["file"])
        try #require(symlink(folder.file("outside"), folder.file("link")) == 0)
        #expect(!FileTree.isOwn(folder.file("link")) && FileTree.isOwn(folder.file("outside")))
        _ = FileTree.remove(folder.file("link"))
        #expect(folder.names() == ["outside"])
    }

    @Test("a folder that is nested too deeply is reported and stays") func depth() throws {
        let path = folder.file("a") + String(repeating: "/a", count: 70)
        try Folder.make(path)
        #expect(FileTree.content(of: folder.file("a")).failures.count == 1)
        let removed = FileTree.remove(folder.file("a"))
        #expect(removed.failures.count == 1 && removed.failures.first?.message.hasPrefix("cannot remove") == true)
        #expect(Folder.exists(path))
    }

    @Test(
        "an entry that cannot be removed is reported once",
        .enabled(if: geteuid() != 0, "root may remove everything")
    )
    func failure() throws {
        _ = try folder.folder("a")
        _ = try folder.folder("a/b")
        try write(3, to: "a/b/file")
        try #require(chmod(folder.file("a/b"), 0o500) == 0)
        defer { chmod(folder.file("a/b"), 0o700) }
        #expect(FileTree.remove(folder.file("a")).failures.count == 1)
    }

    @Test("files that other users can read are counted, unless a folder protects them") func exposure() throws {
        _ = try folder.folder("a")
        try write(1, to: "a/open", mode: 0o644)
        try write(1, to: "a/private")
        #expect(FileTree.content(of: folder.file("a")).exposedFiles == 0)
        try #require(chmod(folder.file("a"), 0o755) == 0)
        #expect(FileTree.content(of: folder.file("a")).exposedFiles == 1)
        #expect(FileTree.content(of: folder.file("a/open")).exposedFiles == 1)
    }

    @Test("private folders and their parents have mode 0700; existing parents keep theirs") func privacy() throws {
        _ = try folder.folder("a")
        try #require(chmod(folder.file("a"), 0o755) == 0)
        try PrivateFolder.makeWithParents(folder.file("a/b/c"))
        #expect(try mode("a") == 0o755 && mode("a/b") == 0o700 && mode("a/b/c") == 0o700)
        try #require(chmod(folder.file("a/b/c"), 0o755) == 0)
        try PrivateFolder.makeWithParents(folder.file("a/b/c"))
        #expect(try mode("a/b/c") == 0o700)
        for (restrictsReading, expected) in [(false, 0o755), (true, 0o700)] as [(Bool, mode_t)] {
            try PrivateFolder.make(folder.file("a"), restrictsReading: restrictsReading, remedy: "")
            #expect(try mode("a") == expected)
        }
    }
}
