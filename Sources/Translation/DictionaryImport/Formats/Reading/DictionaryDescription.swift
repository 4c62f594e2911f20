import DictionaryTranslation
import Language
import LanguageServices

/// Determines the name and languages of a dictionary.
enum DictionaryDescription {
    /// The facts known about a dictionary when it is opened.
    struct Findings {
        /// The file name without its extension.
        var baseName: String
        var title = ""
        var source: LanguageTag?
        var target: LanguageTag?
        var licence = ""
        var attribution = ""
        var version = ""
    }

    /// A description created from the user's options, the dictionary's own data, and its file name, in this order of
    /// precedence.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if a language is unknown, or the name is invalid.
    static func info(
        _ findings: Findings,
        format: DictionaryFormat,
        _ options: DictionaryOptions
    ) throws(ServiceError) -> DictionaryInfo {
        let named = languages(inName: findings.baseName) ?? languages(inTitle: findings.title)
        guard let source = options.source ?? findings.source ?? named?.source,
            let target = options.target ?? findings.target ?? named?.target
        else {
            throw ServiceError(
                .invalidRequest,
                "the languages of the dictionary '\(findings.baseName)' are unknown",
                remedy: "specify them with --from and --to"
            )
        }
        return DictionaryInfo(
            name: try name(options.name, findings.baseName),
            title: options.title ?? (findings.title.isEmpty ? findings.baseName : findings.title),
            source: source,
            target: target,
            format: format.rawValue,
            licence: options.licence ?? findings.licence,
            attribution: findings.attribution,
            version: findings.version
        )
    }

    /// The name under which to install the dictionary: the user's choice, or the file name with invalid characters
    /// replaced.
    private static func name(_ wanted: String?, _ baseName: String) throws(ServiceError) -> String {
        if let wanted {
            try DictionaryName.check(wanted)
            return wanted
        }
        var bytes: [UInt8] = []
        for byte in baseName.utf8.prefix(DictionaryName.longest) {
            let next = DictionaryName.isAllowed(byte) ? byte : UInt8(ascii: "-")
            if next == UInt8(ascii: "-"), bytes.last == next { continue }
            if bytes.isEmpty, next == UInt8(ascii: ".") || next == UInt8(ascii: "-") { continue }
            bytes.append(next)
        }
        while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        return bytes.isEmpty ? "dictionary" : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Languages

    /// The languages at the end of a name such as `freedict-eng-deu`, `wikdict_de_en` or `german-english`.
    static func languages(inName name: String) -> (source: LanguageTag, target: LanguageTag)? {
        let parts = name.lowercased().split { !$0.isLetter }.map(String.init)
        guard parts.count >= 2 else { return nil }
        // The last two consecutive parts that are both languages.
        for position in parts.indices.dropLast().reversed() {
            if let source = language(parts[position]), let target = language(parts[position + 1]), source != target {
                return (source, target)
            }
        }
        return nil
    }

    /// The languages in a title such as `German - English Dictionary`.
    static func languages(inTitle title: String) -> (source: LanguageTag, target: LanguageTag)? {
        let words = title.lowercased().split { !$0.isLetter }.compactMap { names[String($0)] }
        guard let first = words.first, let second = words.first(where: { $0 != first }),
            let source = LanguageTag(first), let target = LanguageTag(second)
        else { return nil }
        return (source, target)
    }

    /// The language with the given code or English name.
    private static func language(_ text: String) -> LanguageTag? {
        if let tag = names[text] { return LanguageTag(tag) }
        guard (2...3).contains(text.utf8.count), !words.contains(text), let tag = TextLanguage.canonical(text) else {
            return nil
        }
        return LanguageTag(tag)
    }

    /// Parts of dictionary names that look like language codes but are not.
    private static let words: Set<String> = ["fd", "dic", "of", "the", "and", "to", "utf", "dz", "wik", "new", "ver"]

    private static let names: [String: String] = [
        "afrikaans": "af", "arabic": "ar", "armenian": "hy", "basque": "eu", "breton": "br", "bulgarian": "bg",
        "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl",
        "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl",
        "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu",
        "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "korean": "ko",
        "kurdish": "ku", "latin": "la", "latvian": "lv", "lithuanian": "lt", "macedonian": "mk", "mandarin": "zh",
        "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru",
        "sanskrit": "sa", "scottish": "gd", "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es",
        "swahili": "sw", "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi",
        "welsh": "cy",
    ]
}

/// Splits file names.
enum FileName {
    /// The last component of a path.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A name without dictionary extensions: `freedict-eng-deu` for `freedict-eng-deu.dict.dz`.
    static func stem(_ name: String) -> String {
        var name = name
        for group in [packed, endings] {
            if let ending = group.first(where: { name.lowercased().hasSuffix($0) }), ending.utf8.count < name.utf8.count
            {
                name.removeLast(ending.count)
            }
        }
        return name
    }

    /// A path without dictionary extensions.
    static func pathStem(_ path: String) -> String {
        let name = last(path)
        return path.dropLast(name.count) + stem(name)
    }

    private static let packed = [".gz", ".dz", ".bz2", ".xz"]
    private static let endings = [
        ".index", ".dict", ".ifo", ".idx", ".syn", ".tsv", ".csv", ".txt", ".u8", ".tab", ".tar", ".zip",
    ]
}
