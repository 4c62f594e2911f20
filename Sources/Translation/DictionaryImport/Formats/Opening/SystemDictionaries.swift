public import LanguageServices
import Platform

/// A dictionary that is installed on the system in an importable format.
public struct SystemDictionary: Sendable, Hashable, Codable {
    /// The name: `freedict-eng-deu`.
    public var name: String
    /// The title, if it is available without reading the dictionary.
    public var title = ""
    /// The language of its headwords, if its name or title identifies it.
    public var source: LanguageTag?
    /// The language of its translations, if its name or title identifies it.
    public var target: LanguageTag?
    /// The format.
    public var format: DictionaryFormat
    /// The path of the file to open.
    public var path: String
}

/// Finds the dictionaries installed by system packages.
public enum SystemDictionaries {
    /// The folders to search.
    public struct Folders: Sendable, Hashable {
        /// Folders with dictd dictionaries.
        public var dictd: [String]
        /// Folders with StarDict dictionaries, directly or in subfolders.
        public var stardict: [String]
        /// Folders with EDICT or CC-CEDICT.
        public var edict: [String]

        /// Creates a list of folders.
        public init(dictd: [String] = [], stardict: [String] = [], edict: [String] = []) {
            self.dictd = dictd
            self.stardict = stardict
            self.edict = edict
        }

        /// The system folders, and the user's StarDict folders.
        ///
        /// - Parameter environment: The environment of the process; `STARDICT_DATA_DIR` and `HOME` are used.
        public static func system(environment: [String: String]) -> Folders {
            var folders = Folders(
                dictd: ["/usr/share/dictd", "/usr/local/share/dictd", "/opt/homebrew/share/dictd"],
                stardict: ["/usr/share/stardict/dic", "/usr/local/share/stardict/dic"],
                edict: ["/usr/share/edict", "/usr/share/cedict"]
            )
            if let data = environment["STARDICT_DATA_DIR"], !data.isEmpty {
                folders.stardict.insert("\(data)/dic", at: 0)
            }
            if let home = environment["HOME"], !home.isEmpty { folders.stardict.append("\(home)/.stardict/dic") }
            return folders
        }
    }

    /// All dictionaries in the given folders, sorted by name. A missing folder is treated as empty. If several
    /// dictionaries have the same name, only the first one is listed.
    public static func available(in folders: Folders) -> [SystemDictionary] {
        var found: [String: SystemDictionary] = [:]
        for dictionary in folders.dictd.flatMap(dictd) + folders.stardict.flatMap(stardict)
            + folders.edict.flatMap(edict)
        where found[dictionary.name] == nil {
            found[dictionary.name] = dictionary
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// The dictionary with a name, as listed by ``available(in:)``.
    public static func named(_ name: String, in folders: Folders) -> SystemDictionary? {
        available(in: folders).first { $0.name == name }
    }

    private static func names(_ folder: String) -> [String] {
        Folder.exists(folder) ? (try? Folder.names(in: folder)) ?? [] : []
    }

    private static func dictd(_ folder: String) -> [SystemDictionary] {
        let names = names(folder)
        let all = Set(names)
        return names.compactMap { name in
            guard name.hasSuffix(".index") else { return nil }
            let stem = String(name.dropLast(6))
            guard all.contains(stem + ".dict.dz") || all.contains(stem + ".dict") else { return nil }
            let languages = DictionaryDescription.languages(inName: stem)
            return SystemDictionary(
                name: stem,
                source: languages?.source,
                target: languages?.target,
                format: .dictd,
                path: "\(folder)/\(name)"
            )
        }
    }

    private static func stardict(_ folder: String) -> [SystemDictionary] {
        var paths: [String] = []
        for name in names(folder) {
            if name.hasSuffix(".ifo") { paths.append("\(folder)/\(name)") }
            paths += names("\(folder)/\(name)").filter { $0.hasSuffix(".ifo") }.map { "\(folder)/\(name)/\($0)" }
        }
        return paths.compactMap { path in
            guard let own = try? StarDictDescription(path: path), (try? StarDictFiles(path: path)) != nil else {
                return nil
            }
            let stem = FileName.stem(FileName.last(path))
            let title = own.values["bookname"] ?? ""
            let languages =
                DictionaryDescription.languages(inName: stem) ?? DictionaryDescription.languages(inTitle: title)
            return SystemDictionary(
                name: stem,
                title: title,
                source: languages?.source,
                target: languages?.target,
                format: .stardict,
                path: path
            )
        }
    }

    private static func edict(_ folder: String) -> [SystemDictionary] {
        names(folder).compactMap { name in
            let path = "\(folder)/\(name)"
            guard let format = try? DictionaryFormat.detect(path), format == .edict || format == .cedict else {
                return nil
            }
            return SystemDictionary(
                name: FileName.stem(name),
                source: LanguageTag(format == .edict ? "ja" : "zh"),
                target: LanguageTag("en"),
                format: format,
                path: path
            )
        }
    }
}
