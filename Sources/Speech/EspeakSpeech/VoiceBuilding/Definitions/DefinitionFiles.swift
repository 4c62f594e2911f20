package import LanguageServices
import Platform

extension AccentDefinition {
    /// Reads every accent under a folder, in the order of the folders' names.
    ///
    /// - Throws: `ServiceError.Code.configuration` when a definition is wrong, with file, line and column;
    ///   `ServiceError.Code.io` when one cannot be read.
    package static func readAll(in folder: String) throws(ServiceError) -> [AccentDefinition] {
        try DefinitionFiles.read(folder).accents()
    }

    /// Puts an accent together from its files.
    ///
    /// - Parameters:
    ///   - voice: What is in `voice.txt`.
    ///   - path: Its name, for messages.
    ///   - phonemes: What is in `phonemes.txt`, when there is one.
    ///   - words: What is in `words.txt`, when there is one.
    ///   - lexicons: The word lists that several accents share, by their names.
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
                    "there is no list '\(name.text)'\(ClosestMatch.hint(for: name.text, in: lexicons.keys))",
                    at: name,
                    remedy: "put it into lexicon/\(name.text).txt beside the accents"
                )
            }
            lists.append(list)
        }
        // What the accent itself says counts more than what it shares.
        if let words { lists.append(words) }
        var known: [String: [WordDefinition]] = [:]
        var order: [String] = []
        for list in lists {
            let words = try WordDefinition.read(list.bytes, path: list.path)
            // A list that has a word has all that is to be said of it.
            for (word, definitions) in Dictionary(grouping: words, by: \.word) {
                known[word] = definitions
            }
            order += words.map(\.word)
        }
        var seen: Set<String> = []
        for word in order where seen.insert(word).inserted { self.words += known[word] ?? [] }
    }
}

/// Why an accent is not there.
package struct AccentMistake: Sendable, Hashable {
    /// The name of the folder with its definition: `en-GB`.
    var folder: String
    /// What is wrong in the definition.
    package var error: ServiceError
}

/// The files of all accents, as they lie under `Voices/`.
package struct DefinitionFiles: Sendable, Hashable {
    /// A file, whole.
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
    /// A folder without `voice.txt` is not an accent, and is passed over.
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
    /// - Throws: The first mistake, of code `ServiceError.Code.configuration`.
    package func accents() throws(ServiceError) -> [AccentDefinition] {
        let (accents, mistakes) = accentsAndMistakes()
        if let mistake = mistakes.first { throw mistake.error }
        return accents
    }

    /// The accents that are defined well, and the first mistake of each of the others.
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
                        "\(files.voice.path): the accent \(accent.language) is defined in another folder already",
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

    /// Everything that was read, for telling whether something has changed.
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
