public import DictionaryTranslation
import LanguageServices
import Platform
import Synchronization

/// The starter dictionaries: a table for each language pair (`en-es/words.tsv`), compiled in both directions on first
/// use.
///
/// The table lists the most common translation first. The inverted table contains less information: if several
/// headwords have the same translation, it does not show which one matches best. A second table (`en-es/back.tsv`)
/// therefore lists the words with several translations, in display order, and takes precedence over the inverted one.
///
/// Compiled dictionaries are stored in the cache, under names that identify the version of their table. If the table
/// changes, they are recompiled. Two processes that compile the same dictionary concurrently write the same file one
/// after the other.
struct StarterDictionaries: Sendable {
    let folder: String
    let cache: String?

    /// A table and its direction.
    private struct Table: Sendable {
        var name: String
        var path: String
        /// The path of the table that takes precedence over this one when it is inverted.
        var backPath: String
        var pair: LanguagePair
        var isInverted: Bool

        /// The public name.
        var title: String { "starter-\(name)" }
    }

    /// All starter dictionaries, sorted by name; nothing is compiled yet.
    func all() -> [StarterDictionary] {
        tables().map { table in
            StarterDictionary(
                name: table.title,
                pair: table.pair,
                path: table.path,
                describing: {
                    var info = try source(of: table).info
                    info.name = table.title
                    return info
                },
                opening: { try open(table) }
            )
        }
    }

    private func tables() -> [Table] {
        let names = ((try? Folder.names(in: folder)) ?? []).sorted()
        return names.flatMap { name -> [Table] in
            let path = "\(folder)/\(name)/words.tsv"
            let backPath = "\(folder)/\(name)/back.tsv"
            let languages = name.split(separator: "-", omittingEmptySubsequences: false).map { LanguageTag(String($0)) }
            guard languages.count == 2, let source = languages[0], let target = languages[1], WholeFile.exists(path)
            else {
                return []
            }
            return [
                Table(
                    name: name,
                    path: path,
                    backPath: backPath,
                    pair: LanguagePair(source: source, target: target),
                    isInverted: false
                ),
                Table(
                    name: "\(target)-\(source)",
                    path: path,
                    backPath: backPath,
                    pair: LanguagePair(source: target, target: source),
                    isInverted: true
                ),
            ]
        }
    }

    /// The start of the name of the folder for the indexes without a cache folder.
    fileprivate static let temporaryPrefix = "parlance-dictionaries-"

    private func open(_ table: Table) throws -> DictionaryIndex {
        var locations = [
            cache.map(DictionaryLocations.starterFolder), TemporaryDirectory.forCurrentUser(Self.temporaryPrefix),
        ]
        .compactMap { $0 }
        let name = "\(table.title)-\(Self.state(of: table)).pdi"
        for location in locations {
            // A damaged index is recompiled.
            if let index = try? DictionaryIndex(path: "\(location)/\(name)") { return index }
        }
        while true {
            let location = locations.removeFirst()
            do {
                try Folder.make(location, permissions: 0o700)
                try compile(table, to: "\(location)/\(name)")
                Self.removeOlder(than: name, of: table.name, in: location)
                return try DictionaryIndex(path: "\(location)/\(name)")
            } catch {
                if locations.isEmpty { throw error }
            }
        }
    }

    private func compile(_ table: Table, to path: String) throws {
        _ = try DictionaryCompiler.compile(try source(of: table), to: path, keepsOrder: true)
    }

    /// The source for a dictionary; only its first lines have been read.
    private func source(of table: Table) throws -> any DictionarySource {
        let source = try TableSource(path: table.path)
        guard table.isInverted else { return source }
        guard WholeFile.exists(table.backPath) else { return InvertedSource(source, name: table.title) }
        let back = try TableSource(path: table.backPath)
        return JoinedSource(
            first: back,
            second: InvertedSource(source, name: table.title, title: back.info.title)
        )
    }

    /// A fingerprint of a table and of the compiler's version.
    private static func state(of table: Table) -> String {
        var state = "\(compilerVersion) \(table.path)"
        for path in table.isInverted ? [table.path, table.backPath] : [table.path] {
            state += " \(FileStamp.of(path))"
        }
        return String(StableHash.of(state), radix: 16)
    }

    /// Increment this when the same table compiles to a different index.
    private static let compilerVersion = 3

    private static func removeOlder(than name: String, of table: String, in location: String) {
        for other in (try? Folder.names(in: location)) ?? []
        where other.hasPrefix("starter-\(table)-") && other.hasSuffix(".pdi") && other != name {
            unlink("\(location)/\(other)")
        }
    }
}

extension DictionaryLocations {
    fileprivate static func starterFolder(_ cache: String) -> String { "\(cache)/dictionaries" }

    /// The folders that may contain compiled starter dictionaries, in order of preference.
    ///
    /// - Parameter cache: The user's cache folder.
    package static func starterFolders(cache: String?) -> [String] {
        [
            cache.map(starterFolder), TemporaryDirectory.path(forCurrentUser: StarterDictionaries.temporaryPrefix),
        ].compactMap { $0 }
    }

    /// Creates locations with starter dictionaries that are compiled on first use.
    ///
    /// - Parameters:
    ///   - library: The folder of the imported dictionaries; `nil` if there is none.
    ///   - starter: The folder with the tables of the starter dictionaries, `Dictionaries/` in this package.
    ///   - cache: The folder for compiled dictionaries, which can be deleted at any time; `nil` uses a temporary
    ///     folder.
    public init(library: String?, starter: String?, cache: String?) {
        self.init(library: library) {
            starter.map { StarterDictionaries(folder: $0, cache: cache).all() } ?? []
        }
    }
}
