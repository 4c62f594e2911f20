import Files
import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A temporary folder that only its owner can look into, removed with all that is in it when the value goes away.
///
/// It lies in `TMPDIR`, or in `/tmp`. Only plain files are made in it, all under names of our own.
final class PrivateFolder: Sendable {
    let path: String

    init() throws(ServiceError) {
        let parent = getenv("TMPDIR").flatMap { $0.pointee == 0 ? nil : String(cString: $0) } ?? "/tmp"
        // mkdtemp makes it with the permissions 0700, and never takes one that is there.
        var template = Array("\(parent)/parlance-deck-XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        guard isMade else { throw SystemFailure.error("cannot make a temporary folder in", parent, errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        if let folder = opendir(path) {
            let place = dirfd(folder)
            while let entry = readdir(folder) {
                withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                    tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name))
                    {
                        // "." and ".." are no files and stay.
                        _ = unlinkat(place, $0, 0)
                    }
                }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
