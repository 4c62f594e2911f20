package import LanguageServices
import Platform
package import ServiceRegistry

/// What changes the sound of a text besides what a request says: the options of the providers, the lexicon that they
/// read, and the definitions of our accents.
///
/// Sounds of decks are named by it, so it tells contents and not places or times: on another machine that is set up in
/// the same way it is the same.
package struct SpeechRevision {
    /// The options of the providers that are asked, by content.
    private let options: [String]

    /// The folders with definitions of accents.
    private let folders: [String]

    /// Reads what a configuration says.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the providers that are asked.
    ///   - kinds: The kinds that these may have.
    ///   - accents: The folder with definitions of accents where none of them names one.
    package init(_ definitions: [ProviderDefinition], kinds: [ProviderKind], accents: String?) {
        var options: [String] = []
        var folders: [String] = []
        for definition in definitions {
            // How a provider is called and what it charges is not heard.
            let silent = definition.silentOptions(kinds)
            for (name, value) in definition.options.values.sorted(by: { $0.key < $1.key }) where !silent.contains(name)
            {
                switch value.content {
                case .string(let path) where Folder.exists(path): folders.append(path)
                case .string(let path) where path.hasPrefix("/"): options.append("\(name) \(Self.content(of: path))")
                case .secret: continue
                // What a voice is called is not heard either.
                case .voices(let voices): options.append("\(name) \(voices.map(Self.text).joined(separator: " "))")
                case .options(let own): options.append("\(name) \(own.answerAffectingTexts([]))")
                case let content: options.append("\(name) \(content)")
                }
            }
        }
        self.options = options
        self.folders = folders.isEmpty ? [accents].compactMap { $0 } : folders
    }

    /// The revision of what a language is spoken by; empty where nothing was set and no accent is defined.
    package func text(for language: LanguageTag?) -> String {
        (options + folders.flatMap { Self.definitions(of: language, in: $0) }).joined(separator: "\n")
    }

    /// The contents of the definitions of an accent, with the lists of words that they share.
    private static func definitions(of language: LanguageTag?, in folder: String) -> [String] {
        let names = (try? Folder.names(in: folder)) ?? []
        let accents = names.filter { name in
            guard let language, let tag = LanguageTag(name) else { return false }
            // An accent may be defined for others of its language as well.
            return names.contains(language.text) ? tag == language : tag.language == language.language
        }
        guard !accents.isEmpty else { return [] }
        return (accents + ["lexicon"]).flatMap { name in
            ((try? Folder.names(in: "\(folder)/\(name)")) ?? []).map { file in
                "\(name)/\(file) \(content(of: "\(folder)/\(name)/\(file)"))"
            }
        }
    }

    private static func text(_ voice: VoiceDescription) -> String {
        let languages = voice.languages.map(\.text).joined(separator: "+")
        return "\(voice.id)/\(languages)/\(voice.gender?.rawValue ?? "")/\(voice.quality?.rawValue ?? "")"
    }

    private static func content(of path: String) -> String {
        guard let bytes = try? WholeFile.read(path, limit: 1 << 26) else { return path }
        return String(StableHash.of(bytes), radix: 16)
    }
}

extension ProviderDefinition {
    /// The names of the options that change nothing of what the provider answers.
    package func silentOptions(_ kinds: [ProviderKind]) -> Set<String> {
        let own = kinds.first { $0.name == kind }?.options ?? []
        return Set((ServiceOptions.ofEveryProvider + own.filter { !$0.affectsAnswers }).map(\.name))
    }
}
