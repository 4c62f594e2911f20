public import DictionaryTranslation
import LanguageServices
import Platform
import Synchronization

/// The starter dictionaries: a table for each pair of languages (`en-es/words.tsv`), compiled in both directions when they
/// are first used.
///
/// In the table the usual translation is the first. Turned round it says less: of the headwords that have one word as
/// their translation it does not say which the word means most of all. So a second table (`en-es/back.tsv`) has the words
/// for which there are several, in the order in which they are to be given, and goes before the other.
///
/// The compiled ones lie in the cache, under names that tell from which state of which table they are; when the table
/// changes, they are compiled anew. Two processes that compile at once write the same file, one after the other.
struct StarterDictionaries: Sendable {
    let folder: String
    let cache: String?

    /// A table, and its direction.
    private struct Table: Sendable {
        var name: String
        var path: String
        /// The table that goes before this one when it is turned round.
        var backPath: String
        var pair: LanguagePair
        var isInverted: Bool

        /// Under which name people know it.
        var title: String { "starter-\(name)" }
    }

    /// All of them, in the order of their names; nothing is compiled yet.
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

    private func open(_ table: Table) throws -> DictionaryIndex {
        var places = [cache.map { "\($0)/dictionaries" }, TemporaryDirectory.forCurrentUser("parlance-dictionaries-")]
            .compactMap { $0 }
        let name = "\(table.title)-\(Self.state(of: table)).pdi"
        for place in places {
            // What is damaged is made anew.
            if let index = try? DictionaryIndex(path: "\(place)/\(name)") { return index }
        }
        while true {
            let place = places.removeFirst()
            do {
                try Folder.make(place)
                try compile(table, to: "\(place)/\(name)")
                Self.removeOlder(than: name, of: table.name, in: place)
                return try DictionaryIndex(path: "\(place)/\(name)")
            } catch {
                if places.isEmpty { throw error }
            }
        }
    }

    private func compile(_ table: Table, to path: String) throws {
        _ = try DictionaryCompiler.compile(try source(of: table), to: path, keepsOrder: true)
    }

    /// What the dictionary is compiled from; only the first lines have been read.
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

    /// What changes when a table, or the way in which it is compiled, does.
    private static func state(of table: Table) -> String {
        var state = "\(compilerVersion) \(table.path)"
        for path in table.isInverted ? [table.path, table.backPath] : [table.path] {
            state += " \(FileStamp.of(path))"
        }
        return String(StableHash.of(state), radix: 16)
    }

    /// Changes with whatever makes another index of the same table.
    private static let compilerVersion = 3

    private static func removeOlder(than name: String, of table: String, in place: String) {
        for other in (try? Folder.names(in: place)) ?? []
        where other.hasPrefix("starter-\(table)-") && other.hasSuffix(".pdi") && other != name {
            unlink("\(place)/\(other)")
        }
    }
}

extension DictionaryLocations {
    /// Creates places with starter dictionaries that are compiled when they are first used.
    ///
    /// - Parameters:
    ///   - library: The folder of the imported dictionaries; `nil` when there is none.
    ///   - starter: The folder with the tables of the starter dictionaries, `Dictionaries/` of this package.
    ///   - cache: Where the compiled ones are kept, which can be made again at any time; `nil` leaves them in a temporary
    ///     folder.
    public init(library: String?, starter: String?, cache: String?) {
        self.init(library: library) {
            starter.map { StarterDictionaries(folder: $0, cache: cache).all() } ?? []
        }
    }
}
