package import DictionaryTranslation
package import LanguageServices
import Platform

/// The imported dictionaries and the starter dictionaries, by the names that `parlance dictionary list` displays. The
/// name `starter` stands for all starter dictionaries.
package struct NamedDictionaries {
    private let library: DictionaryLibrary

    /// The starter dictionaries.
    package let starter: [StarterDictionary]

    /// Creates the set of imported and starter dictionaries.
    package init(library: DictionaryLibrary, starter: [StarterDictionary]) {
        self.library = library
        self.starter = starter
    }

    /// An opened dictionary.
    package struct Found {
        /// The dictionary.
        package var index: DictionaryIndex
        /// The path of the file to report. For a starter dictionary, this is the table, because its index is rebuilt
        /// whenever the table changes.
        package var path: String
        /// The size of that file in bytes.
        package var size: Int
    }

    /// The names of the dictionaries that a name refers to.
    package func names(_ name: String) -> [String] {
        name == Self.allStarters && !isImported(name) && !starter.isEmpty ? starter.map(\.name) : [name]
    }

    /// Opens a dictionary. An imported dictionary takes precedence over a starter dictionary of the same name.
    ///
    /// - Throws: The errors thrown by `DictionaryLibrary.open(_:)` and `StarterDictionary.open()`.
    package func open(_ name: String) throws -> Found {
        if !isImported(name), let own = starter.first(where: { $0.name == name }) {
            return Found(index: try own.open(), path: own.path, size: FileSize.of(own.path))
        }
        let index = try library.open(name)
        let path = "\(library.folder)/\(name).pdi"
        return Found(index: index, path: path, size: FileSize.of(path))
    }

    /// Opens a dictionary where exactly one is needed.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a name that stands for several dictionaries, and the errors
    ///   thrown by ``open(_:)``.
    package func openOne(_ name: String) throws -> Found {
        let names = names(name)
        guard let first = names.first, names.count > 1 else { return try open(name) }
        throw ServiceError(
            .invalidRequest,
            "'\(name)' stands for \(names.count) dictionaries",
            remedy: "name one of them, such as '\(first)'"
        )
    }

    /// Throws if the name belongs to a dictionary that cannot be removed.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a starter dictionary.
    package func refuseToRemove(_ name: String) throws(ServiceError) {
        guard !isImported(name), name == Self.allStarters || starter.contains(where: { $0.name == name }) else {
            return
        }
        throw ServiceError(
            .invalidRequest,
            "'\(name)' is bundled with Parlance and cannot be removed",
            remedy: "to exclude it, list the others under \"dictionaries\" in the provider's configuration"
        )
    }

    private func isImported(_ name: String) -> Bool {
        !name.contains("/") && WholeFile.isAnything(at: "\(library.folder)/\(name).pdi")
    }

    private static let allStarters = "starter"
}
