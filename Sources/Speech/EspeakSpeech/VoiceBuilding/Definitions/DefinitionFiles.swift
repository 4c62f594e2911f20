package import LanguageServices
import Platform

extension AccentDefinition {
    /// Reads all accents in a folder, sorted by folder name.
    ///
    /// - Throws: `ServiceError.Code.configuration` with the file, line and column if a definition is invalid;
    ///   `ServiceError.Code.io` if a definition cannot be read.
    package static func readAll(in folder: String) throws(ServiceError) -> [AccentDefinition] {
        try DefinitionFiles.read(folder).accents()
    }

    /// Creates an accent from its files.
    ///
    /// - Parameters:
    ///   - voice: The content of `voice.txt`.
    ///   - path: The path of `voice.txt`, for messages.
    ///   - phonemes: The content of `phonemes.txt`, if it exists.
    ///   - words: The content of `words.txt`, if it exists.
    ///   - lexicons: The shared word lists, by name.
    init(
        voice: [UInt8],
        path: String,
        phonemes: DefinitionFiles.File?,
        words: DefinitionFiles.File?,
        lexicons: [String: DefinitionFiles.File]
    ) throws(ServiceError) {
        let file = try VoiceFileReader(voice, path: path)
        self = try file.accent()
        if let phonemes { self.phonemes = try PhonemeFile(phonemes.bytes, path: phonemes.path) }
        var lists: [DefinitionFiles.File] = []
        for (name, line) in file.lexicons {
            guard let list = lexicons[name.text] else {
                throw line.problem(
                    "there is no word list '\(name.text)'\(ClosestMatch.hint(for: name.text, in: lexicons.keys))",
                    at: name,
                    remedy: "create lexicon/\(name.text).txt next to the accents"
                )
            }
            lists.append(list)
        }
        // The accent's own words take precedence over shared lists.
        if let words { lists.append(words) }
        var known: [String: [WordDefinition]] = [:]
        var order: [String] = []
        for list in lists {
            let words = try WordDefinition.read(list.bytes, path: list.path)
            // All definitions of a word are taken from the first list that contains the word.
            for (word, definitions) in Dictionary(grouping: words, by: \.word) {
                known[word] = definitions
            }
            order += words.map(\.word)
        }
        var seen: Set<String> = []
        for word in order where seen.insert(word).inserted { self.words += known[word] ?? [] }
    }
}

/// The reason why an accent is missing.
package struct AccentMistake: Sendable, Hashable {
    /// The name of the folder that contains the definition: `en-GB`.
    var folder: String
    /// The error in the definition.
    package var error: ServiceError
}

/// The definition files of all accents in `Voices/`.
package struct DefinitionFiles: Sendable, Hashable {
    /// A file with its content.
    struct File: Sendable, Hashable {
        var path: String
        var bytes: [UInt8]
    }

    /// An accent's folder.
    struct AccentFiles: Sendable, Hashable {
        var name: String
        var voice: File
        var phonemes: File?
        var words: File?
    }

    private(set) var folders: [AccentFiles] = []
    private(set) var lexicons: [String: File] = [:]

    /// Reads all files.
    ///
    /// A folder without `voice.txt` is not an accent and is skipped.
    package static func read(_ folder: String) throws(ServiceError) -> DefinitionFiles {
        var result = DefinitionFiles()
        for name in try Folder.names(in: folder) where Folder.exists("\(folder)/\(name)") {
            if name == "lexicon" {
                for list in try Folder.names(in: "\(folder)/lexicon") where list.hasSuffix(".txt") {
                    result.lexicons[String(list.dropLast(4))] = try file("\(folder)/lexicon/\(list)")
                }
                continue
            }
            guard let voice = try optional("\(folder)/\(name)/voice.txt") else { continue }
            result.folders.append(
                AccentFiles(
                    name: name,
                    voice: voice,
                    phonemes: try optional("\(folder)/\(name)/phonemes.txt"),
                    words: try optional("\(folder)/\(name)/words.txt")
                )
            )
        }
        return result
    }

    /// The accents that the files define.
    ///
    /// - Throws: The first error, with code `ServiceError.Code.configuration`.
    package func accents() throws(ServiceError) -> [AccentDefinition] {
        let (accents, mistakes) = accentsAndMistakes()
        if let mistake = mistakes.first { throw mistake.error }
        return accents
    }

    /// The valid accents, and the first error in each invalid one.
    package func accentsAndMistakes() -> (accents: [AccentDefinition], mistakes: [AccentMistake]) {
        var accents: [AccentDefinition] = []
        var mistakes: [AccentMistake] = []
        for files in folders {
            do throws(ServiceError) {
                let accent = try AccentDefinition(
                    voice: files.voice.bytes,
                    path: files.voice.path,
                    phonemes: files.phonemes,
                    words: files.words,
                    lexicons: lexicons
                )
                if accents.contains(where: { $0.language == accent.language }) {
                    throw ServiceError(
                        .configuration,
                        "\(files.voice.path): the accent \(accent.language) is already defined in another folder",
                        remedy: "remove one of the two folders"
                    )
                }
                accents.append(accent)
            } catch {
                mistakes.append(AccentMistake(folder: files.name, error: error))
            }
        }
        return (accents, mistakes)
    }

    /// All files that were read, for detecting changes.
    var all: [File] {
        folders.flatMap { [$0.voice, $0.phonemes, $0.words].compactMap { $0 } }
            + lexicons.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func optional(_ path: String) throws(ServiceError) -> File? {
        WholeFile.isAnything(at: path) ? try file(path) : nil
    }

    private static func file(_ path: String) throws(ServiceError) -> File {
        File(path: path, bytes: try WholeFile.read(path, limit: 1 << 20))
    }
}
