import Language
public import LanguageServices
import Platform

/// The dictionaries installed in a folder: one index per dictionary, `NAME.pdi`.
///
/// Several processes may use a folder and import into it at the same time. Dictionaries are added, replaced and removed
/// atomically; a process that has a dictionary open keeps using that version.
public struct DictionaryLibrary: Sendable {
    /// The path of the folder. It need not exist before the first import.
    public let folder: String

    package static let suffix = ".pdi"

    /// Creates a library for a folder.
    public init(folder: String) {
        self.folder = folder
    }

    /// All dictionaries, sorted by name. A file that cannot be opened is listed with the error.
    ///
    /// - Throws: `ServiceError.Code.io` if the folder cannot be read. A missing folder is treated as empty.
    public func list() throws(ServiceError) -> [InstalledDictionary] {
        guard WholeFile.isAnything(at: folder) else { return [] }
        return try Folder.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.map { file in
            let name = String(file.dropLast(Self.suffix.count))
            let path = path(name)
            let info: Result<DictionaryInfo, ServiceError>
            do { info = .success(try open(name).info) } catch { info = .failure(ServiceError(error)) }
            return InstalledDictionary(name: name, path: path, size: FileSize.of(path), info: info)
        }
    }

    /// Opens a dictionary.
    ///
    /// - Throws: `ServiceError.Code.notFound` if there is no dictionary with this name, or an error thrown by
    ///   ``DictionaryIndex``.
    public func open(_ name: String) throws -> DictionaryIndex {
        try DictionaryIndex(path: try existing(name), name: name)
    }

    /// The dictionaries from one language to another, opened and sorted by name. Equivalent codes such as `deu` and
    /// `de` match.
    ///
    /// Damaged dictionaries are omitted; ``list()`` includes them.
    ///
    /// - Throws: `ServiceError.Code.io` if the folder cannot be read.
    public func dictionaries(from source: LanguageTag, to target: LanguageTag) throws -> [DictionaryIndex] {
        try list().compactMap { one in
            guard case .success(let info) = one.info, Self.isSame(info.source, source), Self.isSame(info.target, target)
            else { return nil }
            return try? open(one.name)
        }
    }

    /// The language pairs of the installed dictionaries, in canonical codes and without duplicates.
    ///
    /// - Throws: `ServiceError.Code.io` if the folder cannot be read.
    public func pairs() throws -> [LanguagePair] {
        var pairs: [LanguagePair] = []
        for one in try list() {
            guard case .success(let info) = one.info else { continue }
            let pair = LanguagePair(source: Self.canonical(info.source), target: Self.canonical(info.target))
            if !pairs.contains(pair) { pairs.append(pair) }
        }
        return pairs
    }

    /// Removes a dictionary. Processes that have it open can use it until they close it.
    ///
    /// - Throws: `ServiceError.Code.notFound` if it does not exist, `ServiceError.Code.io` if it cannot be removed.
    public func remove(_ name: String) throws {
        let path = try existing(name)
        try locked(name) {
            guard unlink(path) == 0 else { throw SystemFailure.error("cannot remove", path, errno: errno) }
        }
        Folder.sync(folder)
    }

    /// Verifies every byte of a dictionary.
    ///
    /// - Throws: The errors thrown by ``open(_:)`` and ``DictionaryIndex/verify()``.
    public func verify(_ name: String) throws {
        try open(name).verify()
    }

    // MARK: Changes

    /// Runs a closure while holding the lock for a dictionary name.
    package func locked<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        let lock = try FileLock(path: "\(folder)/.\(name).lock")
        removeLeftovers(of: name)
        let result = Swift.Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Removes the temporary files of interrupted imports under a name. The caller must hold the lock for the name.
    private func removeLeftovers(of name: String) {
        let prefix = ".\(name)\(Self.suffix).part-"
        for file in (try? Folder.names(in: folder, isHidden: true)) ?? [] where file.hasPrefix(prefix) {
            // The suffix distinguishes a temporary file from a dictionary whose name begins with this one.
            let rest = file.dropFirst(prefix.count)
            if !rest.isEmpty, rest.utf8.count <= 8, rest.allSatisfy({ $0.isASCII && $0 != "." }) {
                unlink("\(folder)/\(file)")
            }
        }
    }

    // MARK: Names and languages

    package func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The path of an installed dictionary.
    package func existing(_ name: String) throws(ServiceError) -> String {
        try DictionaryName.check(name)
        let path = path(name)
        guard WholeFile.isAnything(at: path) else {
            throw ServiceError(
                .notFound,
                "no dictionary '\(name)' is installed",
                remedy: "list the installed dictionaries with 'parlance dictionary list'"
            )
        }
        return path
    }

    static func canonical(_ tag: LanguageTag) -> LanguageTag {
        TextLanguage.canonical(tag.text).flatMap { LanguageTag($0) } ?? tag
    }

    /// Whether two tags denote the same language. Scripts or regions are compared only if both tags have one.
    static func isSame(_ first: LanguageTag, _ second: LanguageTag) -> Bool {
        let (first, second) = (canonical(first), canonical(second))
        guard first.language == second.language else { return false }
        if let one = first.script, let other = second.script, one != other { return false }
        return true
    }
}

/// A dictionary in the folder of a ``DictionaryLibrary``.
public struct InstalledDictionary: Sendable, Hashable {
    /// The name under which it is installed.
    public var name: String

    /// The path of its index.
    public var path: String

    /// The size of its index in bytes.
    public var size: Int

    /// The description, or the error that occurred when the dictionary was opened.
    public var info: Result<DictionaryInfo, ServiceError>
}

/// The names under which dictionaries are installed.
package enum DictionaryName {
    package static let longest = 100

    /// Checks a name, which becomes a file name.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest`; the error lists the permitted characters.
    package static func check(_ name: String) throws(ServiceError) {
        let isSound =
            !name.isEmpty && name.utf8.count <= longest && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.first != UInt8(ascii: "-") && name.utf8.allSatisfy(isAllowed)
        guard isSound else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(String(name.prefix(longest)))) is not a valid dictionary name",
                remedy: "use up to \(longest) of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit"
            )
        }
    }

    package static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// File sizes.
package enum FileSize {
    /// The size of a file in bytes; 0 if it does not exist.
    package static func of(_ path: String) -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return max(0, Int(lseek(file, 0, SEEK_END)))
    }
}
