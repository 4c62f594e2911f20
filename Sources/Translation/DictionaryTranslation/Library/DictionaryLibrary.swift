import Language
public import LanguageServices
import Platform

/// The dictionaries that are installed in a folder: one index a dictionary, `NAME.pdi`.
///
/// Several processes may use a folder at once, and import into it. Each dictionary appears, changes and goes as a whole;
/// who has one open keeps what he opened.
public struct DictionaryLibrary: Sendable {
    /// The folder. It need not exist before the first import.
    public let folder: String

    package static let suffix = ".pdi"

    /// Names a folder.
    public init(folder: String) {
        self.folder = folder
    }

    /// All dictionaries, by name. A file that cannot be opened is there with the reason.
    ///
    /// - Throws: `ServiceError.Code.io` when the folder cannot be read; one that does not exist is empty.
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
    /// - Throws: `ServiceError.Code.notFound` when there is none of the name, and what ``DictionaryIndex`` throws.
    public func open(_ name: String) throws -> DictionaryIndex {
        try DictionaryIndex(path: try existing(name), name: name)
    }

    /// The dictionaries from one language to another, by name, opened. Codes of one language are one: `deu` and `de`.
    ///
    /// One that is damaged is left out: ``list()`` has it.
    ///
    /// - Throws: `ServiceError.Code.io` when the folder cannot be read.
    public func dictionaries(from source: LanguageTag, to target: LanguageTag) throws -> [DictionaryIndex] {
        try list().compactMap { one in
            guard case .success(let info) = one.info, Self.isSame(info.source, source), Self.isSame(info.target, target)
            else { return nil }
            return try? open(one.name)
        }
    }

    /// The pairs of languages for which there is a dictionary, in canonical codes, each once.
    ///
    /// - Throws: `ServiceError.Code.io` when the folder cannot be read.
    public func pairs() throws -> [LanguagePair] {
        var pairs: [LanguagePair] = []
        for one in try list() {
            guard case .success(let info) = one.info else { continue }
            let pair = LanguagePair(source: Self.canonical(info.source), target: Self.canonical(info.target))
            if !pairs.contains(pair) { pairs.append(pair) }
        }
        return pairs
    }

    /// Removes a dictionary. Who has it open keeps it until he closes it.
    ///
    /// - Throws: `ServiceError.Code.notFound` when there is none, `ServiceError.Code.io` when it cannot be removed.
    public func remove(_ name: String) throws {
        let path = try existing(name)
        try locked(name) {
            guard unlink(path) == 0 else { throw SystemFailure.error("cannot remove", path, errno: errno) }
        }
        Folder.sync(folder)
    }

    /// Checks every byte of a dictionary.
    ///
    /// - Throws: As ``open(_:)`` and ``DictionaryIndex/verify()``.
    public func verify(_ name: String) throws {
        try open(name).verify()
    }

    // MARK: Changes

    /// Does what nobody else may do with a dictionary of the name at the same time.
    package func locked<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        let lock = try FileLock(path: "\(folder)/.\(name).lock")
        removeLeftovers(of: name)
        let result = Swift.Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Removes the temporary files of imports of a name that were broken off; the lock of the name must be held.
    private func removeLeftovers(of name: String) {
        let prefix = ".\(name)\(Self.suffix).part-"
        for file in (try? Folder.names(in: folder, isHidden: true)) ?? [] where file.hasPrefix(prefix) {
            // What follows tells it from a file of a dictionary whose name begins with this one.
            let rest = file.dropFirst(prefix.count)
            if !rest.isEmpty, rest.utf8.count <= 8, rest.allSatisfy({ $0.isASCII && $0 != "." }) {
                unlink("\(folder)/\(file)")
            }
        }
    }

    // MARK: Names and languages

    package func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The path of a dictionary that is there.
    package func existing(_ name: String) throws(ServiceError) -> String {
        try DictionaryName.check(name)
        let path = path(name)
        guard WholeFile.isAnything(at: path) else {
            throw ServiceError(
                .notFound,
                "no dictionary '\(name)' is installed",
                remedy: "list the installed ones with 'parlance dictionary list'"
            )
        }
        return path
    }

    static func canonical(_ tag: LanguageTag) -> LanguageTag {
        TextLanguage.canonical(tag.text).flatMap { LanguageTag($0) } ?? tag
    }

    /// Whether two tags are of one language; a script or region counts only where both name one.
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

    /// Its file.
    public var path: String

    /// The size of its file in bytes.
    public var size: Int

    /// What it says of itself, or why it cannot be opened.
    public var info: Result<DictionaryInfo, ServiceError>
}

/// The names under which dictionaries are installed.
package enum DictionaryName {
    package static let longest = 100

    /// Checks a name: it becomes the name of a file.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` that says what a name is made of.
    package static func check(_ name: String) throws(ServiceError) {
        let isSound =
            !name.isEmpty && name.utf8.count <= longest && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.first != UInt8(ascii: "-") && name.utf8.allSatisfy(isAllowed)
        guard isSound else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(String(name.prefix(longest)))) cannot be the name of a dictionary",
                remedy: "use letters a-z, digits, '.', '_' and '-', with a letter or digit in front; at most \(longest)"
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

/// How large files are.
package enum FileSize {
    /// The size of a file in bytes; 0 when there is none.
    package static func of(_ path: String) -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return max(0, Int(lseek(file, 0, SEEK_END)))
    }
}
