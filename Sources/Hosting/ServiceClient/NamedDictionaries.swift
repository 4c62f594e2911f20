package import DictionaryTranslation
package import LanguageServices
import Platform

/// The dictionaries by the names that `parlance dictionary list` shows: those that were imported, and the starter
/// dictionaries, which are called `starter` all together.
package struct NamedDictionaries {
    private let library: DictionaryLibrary

    /// The starter dictionaries.
    package let starter: [StarterDictionary]

    /// Names the dictionaries of two folders.
    package init(library: DictionaryLibrary, starter: [StarterDictionary]) {
        self.library = library
        self.starter = starter
    }

    /// A dictionary that was found.
    package struct Found {
        /// The dictionary.
        package var index: DictionaryIndex
        /// The file to look at; of a starter dictionary the table, since the index is made anew whenever it changes.
        package var path: String
        /// Of that file, in bytes.
        package var size: Int
    }

    /// All names that a name stands for.
    package func names(_ name: String) -> [String] {
        name == Self.allStarters && !isImported(name) && !starter.isEmpty ? starter.map(\.name) : [name]
    }

    /// Opens a dictionary; one that was imported goes before a starter dictionary of the same name.
    ///
    /// - Throws: As `DictionaryLibrary.open(_:)` and `StarterDictionary.open()`.
    package func open(_ name: String) throws -> Found {
        if !isImported(name), let own = starter.first(where: { $0.name == name }) {
            return Found(index: try own.open(), path: own.path, size: FileSize.of(own.path))
        }
        let index = try library.open(name)
        let path = "\(library.folder)/\(name).pdi"
        return Found(index: index, path: path, size: FileSize.of(path))
    }

    /// Opens a dictionary where only one will do.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a name that stands for several, and as ``open(_:)``.
    package func openOne(_ name: String) throws -> Found {
        let names = names(name)
        guard let first = names.first, names.count > 1 else { return try open(name) }
        throw ServiceError(
            .invalidRequest,
            "'\(name)' are \(names.count) dictionaries",
            remedy: "name one of them, such as '\(first)'"
        )
    }

    /// Refuses to remove what was not imported.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a starter dictionary.
    package func refuseToRemove(_ name: String) throws(ServiceError) {
        guard !isImported(name), name == Self.allStarters || starter.contains(where: { $0.name == name }) else {
            return
        }
        throw ServiceError(
            .invalidRequest,
            "'\(name)' is bundled with Parlance and cannot be removed",
            remedy: "to exclude it, list the others under \"dictionaries\" of a provider in the configuration"
        )
    }

    private func isImported(_ name: String) -> Bool {
        !name.contains("/") && WholeFile.isAnything(at: "\(library.folder)/\(name).pdi")
    }

    private static let allStarters = "starter"
}
