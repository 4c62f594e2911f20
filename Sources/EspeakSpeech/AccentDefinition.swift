import Files
import LanguageServices

/// An accent of ours: a text file `voice.txt` in a folder of its own under `Voices/`.
///
/// The file has one `key value` a line; `#` begins a comment line. The keys are described in `Voices/README.md`.
struct AccentDefinition: Sendable, Hashable {
    /// The accent.
    var language: LanguageTag

    /// Tags that mean this accent too: `en` for American English.
    var alsoFor: [LanguageTag] = []

    /// The name for people.
    var name: String

    /// The identifier of the espeak-ng voice that speaks it.
    var base: String

    /// Reads every accent under a folder, in the order of the folders' names.
    ///
    /// - Throws: `ServiceError.Code.configuration` when a definition is wrong, with file, line and column;
    ///   `ServiceError.Code.io` when one cannot be read.
    static func readAll(in folder: String) throws(ServiceError) -> [AccentDefinition] {
        var accents: [AccentDefinition] = []
        for name in try Folder.names(in: folder) where Folder.exists("\(folder)/\(name)") {
            let path = "\(folder)/\(name)/voice.txt"
            accents.append(try AccentDefinition(WholeFile.read(path, limit: 1 << 20), path: path))
        }
        return accents
    }

    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - bytes: The text of the file.
    ///   - path: Its name, for messages.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.configuration, "\(path): the file is not UTF-8", remedy: "save it as UTF-8")
        }
        var values: [String: String] = [:]
        var alsoFor: [LanguageTag] = []
        var lineNumber = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lineNumber += 1
            let fields = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let key = fields.first.map(String.init), !key.hasPrefix("#") else { continue }
            func problem(_ message: String, at part: Substring) -> ServiceError {
                let column = line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex) + 1
                return ServiceError(.configuration, "\(path):\(lineNumber):\(column): \(message)")
            }
            guard Self.keys.contains(key) else {
                throw problem(
                    "there is no key '\(key)'\(ClosestMatch.hint(for: key, in: Self.keys))",
                    at: fields[0]
                )
            }
            guard let rest = fields.dropFirst().first?.drop(while: \.isWhitespace), !rest.isEmpty else {
                throw problem("'\(key)' has no value", at: fields[0])
            }
            let value = String(rest.reversed().drop(while: \.isWhitespace).reversed())
            guard value.utf8.count <= 200 else { throw problem("the value is longer than 200 bytes", at: rest) }
            if key == "language" || key == "also", LanguageTag(value) == nil {
                throw problem("'\(value)' is not a language tag such as en-GB", at: rest)
            }
            if key == "also" {
                alsoFor += [LanguageTag(value)].compactMap { $0 }
            } else if values.updateValue(value, forKey: key) != nil {
                throw problem("'\(key)' stands here twice", at: fields[0])
            }
        }
        func required(_ key: String) throws(ServiceError) -> String {
            guard let value = values[key] else {
                throw ServiceError(.configuration, "\(path): the key '\(key)' is missing")
            }
            return value
        }
        guard let language = LanguageTag(try required("language")) else {
            throw ServiceError(.configuration, "\(path): the key 'language' is missing")
        }
        self.language = language
        self.alsoFor = alsoFor
        name = try required("name")
        base = try required("base")
    }

    private static let keys = ["name", "language", "also", "base"]
}
