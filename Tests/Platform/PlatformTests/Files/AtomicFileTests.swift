import LanguageServices
import TestSupport
import Testing

@testable import Platform

@Suite("Atomic files")
struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("the file appears only on commit, and no other file remains")
    func commit() throws {
        let path = folder.file("out.txt")
        var file = try AtomicFile(path: path)
        try file.write(Array("hello".utf8))
        #expect(contents(path) == nil)
        try file.overwrite(Array("J".utf8), at: 0)
        try file.commit()
        #expect(contents(path) == Array("Jello".utf8))
        #expect(folder.names() == ["out.txt"])
    }

    @Test("the file is not locked after commit, even if a starting child has its descriptor")
    func unlocked() throws {
        let path = folder.file("out")
        let file = try AtomicFile(path: path)
        let copy = dup(file.descriptor)
        defer { close(copy) }
        try file.commit()
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    }

    @Test("a longer file is replaced completely")
    func replaces() throws {
        let path = folder.file("out")
        try AtomicFile.write(Array("a long old text".utf8), to: path)
        try AtomicFile.write(Array("new".utf8), to: path)
        #expect(contents(path) == Array("new".utf8))
    }

    @Test("dropping the new file does not change the old one")
    func discard() throws {
        let path = folder.file("out")
        try AtomicFile.write([1], to: path)
        do {
            var file = try AtomicFile(path: path)
            try file.write([2, 3])
        }
        #expect(contents(path) == [1])
        #expect(folder.names() == ["out"])
    }

    @Test("leftovers from a killed process can be removed, and files in use are kept", arguments: ["out", "long"])
    func leftovers(kind: String) throws {
        let name = kind == "long" ? String(repeating: "ä", count: 120) : kind
        let stem = kind == "long" ? String(repeating: "ä", count: 100) : kind
        let path = folder.file(name)
        let others = [
            ".other.part-1a2b3c", ".\(stem).part-", ".\(stem).part-1A", ".\(stem).part-1.x", ".\(stem).part-zzzzzzz",
            ".\(stem).part-1a.part-2b", "\(stem).part-1a",
        ]
        for other in others + [".\(stem).part-1a2b3c", ".\(stem).part-0"] {
            try AtomicFile.write([1], to: folder.file(other))
        }
        _ = try folder.folder(".\(stem).part-77")
        var file = try AtomicFile(path: path)
        AtomicFile.removeLeftovers(of: path)
        let kept = Set(folder.names())
        #expect(kept.isSuperset(of: others + [".\(stem).part-77"]))
        // And the file being written.
        #expect(kept.count == others.count + 2)
        try file.write([2])
        try file.commit()
        #expect(contents(path) == [2])
        AtomicFile.removeLeftovers(of: path)
        #expect(Set(folder.names()) == Set(others + [".\(stem).part-77", name]))
    }

    @Test("symbolic links are followed and kept, whether absolute, relative or chained")
    func links() throws {
        let inner = try folder.folder("inner")
        try AtomicFile.write([1], to: "\(inner)/real")
        try #require(symlink("inner/real", folder.file("relative")) == 0)
        try #require(symlink(folder.file("relative"), folder.file("chain")) == 0)
        try AtomicFile.write([2], to: folder.file("chain"))
        #expect(contents("\(inner)/real") == [2])
        #expect(isLink(folder.file("chain")))
        #expect(isLink(folder.file("relative")))
    }

    @Test("a link to a file that does not exist yet is followed")
    func danglingLink() throws {
        let inner = try folder.folder("inner")
        try #require(symlink("inner/new", folder.file("link")) == 0)
        try AtomicFile.write([7], to: folder.file("link"))
        #expect(contents("\(inner)/new") == [7])
        #expect(isLink(folder.file("link")))
    }

    @Test("a cycle of links is rejected and kept")
    func circle() throws {
        try #require(symlink("b", folder.file("a")) == 0)
        try #require(symlink("a", folder.file("b")) == 0)
        #expect(failure(of: folder.file("a"))?.message.contains("symbolic links") == true)
        #expect(folder.names() == ["a", "b"])
    }

    @Test("the permissions of an existing file are kept", arguments: [0o600, 0o640, 0o755] as [mode_t])
    func permissions(mode: mode_t) throws {
        let path = folder.file("out")
        try AtomicFile.write([1], to: path)
        try #require(chmod(path, mode) == 0)
        try AtomicFile.write([2], to: path)
        #expect(permissions(of: path) == mode)
        #expect(contents(path) == [2])
    }

    @Test("a new file gets the permissions that the umask allows")
    func umaskHonoured() throws {
        // The umask is process-wide, so it is read here and not changed: other tests run concurrently.
        let plain = folder.file("plain")
        let descriptor = open(plain, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        try #require(descriptor >= 0)
        close(descriptor)
        try AtomicFile.write([1], to: folder.file("out"))
        #expect(permissions(of: folder.file("out")) == permissions(of: plain))
    }

    @Test("the owner is kept when root writes", .enabled(if: geteuid() == 0, "only root can give a file away"))
    func owner() throws {
        let path = folder.file("out")
        try AtomicFile.write([1], to: path)
        try #require(chown(path, 12_345, 23_456) == 0)
        try AtomicFile.write([2], to: path)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_uid == 12_345)
        #expect(status.st_gid == 23_456)
    }

    @Test("an existing read-only file is rejected", .enabled(if: geteuid() != 0, "root may write to every file"))
    func readOnly() throws {
        let path = folder.file("out")
        try AtomicFile.write([1], to: path)
        try #require(chmod(path, 0o444) == 0)
        #expect(failure(of: path)?.code == .io)
        #expect(contents(path) == [1])
    }

    @Test("a path below a regular file is rejected, for every user")
    func belowFile() throws {
        try AtomicFile.write([1], to: folder.file("file"))
        let error = failure(of: folder.file("file/out"))
        #expect(error?.code == .io)
        #expect(error?.remedy == "part of the path is a file, not a folder")
        #expect(contents(folder.file("file")) == [1])
    }

    @Test("folders, missing folders, trailing slashes and impossible names are rejected")
    func badNames() throws {
        let inner = try folder.folder("inner")
        try AtomicFile.write([1], to: folder.file("file"))
        #expect(failure(of: inner)?.remedy == "specify a file, not a folder")
        #expect(failure(of: "\(inner)/")?.remedy == "specify a file, not a folder")
        #expect(failure(of: folder.file("missing/out"))?.message.contains("no such file or directory") == true)
        #expect(failure(of: folder.file("new/"))?.code == .io)
        #expect(failure(of: folder.file("file/"))?.code == .io)
        #expect(failure(of: "")?.message == "the output file name is empty")
        #expect(failure(of: folder.file("a\0b"))?.message.contains("NUL") == true)
        #expect(failure(of: "/")?.code == .io)
        #expect(failure(of: ".")?.code == .io)
        #expect(folder.names() == ["file", "inner"])
    }

    @Test("a name of 255 bytes is accepted, and a longer one is rejected immediately")
    func longNames() throws {
        let long = folder.file(String(repeating: "é", count: 127) + "x")
        try AtomicFile.write([1], to: long)
        #expect(contents(long) == [1])
        let error = failure(of: folder.file(String(repeating: "x", count: 256)))
        #expect(error?.remedy == "choose a shorter name")
        #expect(failure(of: "/" + String(repeating: "x/", count: 5000))?.remedy == "choose a shorter name")
    }

    @Test("control characters are escaped in messages")
    func quoting() {
        let message = failure(of: "/missing\u{1B}[31m\n/x")?.message
        #expect(message == #"cannot write '/missing\u{1b}[31m\u{a}/x': no such file or directory"#)
    }

    private func failure(of path: String) -> ServiceError? {
        do throws(ServiceError) {
            _ = try AtomicFile(path: path)
            return nil
        } catch {
            return error
        }
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
