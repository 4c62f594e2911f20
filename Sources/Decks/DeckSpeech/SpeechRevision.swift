package import LanguageServices
import Platform
package import ServiceRegistry

/// The inputs other than the request that affect the sound of a text: the providers' options and lexicon, and the
/// definitions of the bundled accents.
///
/// The names of sound files are derived from it, so it depends on contents rather than on times or paths, and is the
/// same on another machine with the same setup.
package struct SpeechRevision {
    /// The options of the providers in use, with the contents of files.
    private let options: [String]

    /// The folders with accent definitions.
    private let folders: [String]

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the providers in use.
    ///   - kinds: The known provider kinds.
    ///   - accents: The folder with accent definitions when no provider names one.
    package init(_ definitions: [ProviderDefinition], kinds: [ProviderKind], accents: String?) {
        var options: [String] = []
        var folders: [String] = []
        for definition in definitions {
            // A provider's name and price do not affect the sound.
            let silent = definition.silentOptions(kinds)
            for (name, value) in definition.options.values.sorted(by: { $0.key < $1.key }) where !silent.contains(name)
            {
                switch value.content {
                case .string(let path) where Folder.exists(path): folders.append(path)
                case .string(let path) where path.hasPrefix("/"): options.append("\(name) \(Self.content(of: path))")
                case .secret: continue
                // A voice's name does not affect the sound either.
                case .voices(let voices): options.append("\(name) \(voices.map(Self.text).joined(separator: " "))")
                case .options(let kindOptions): options.append("\(name) \(kindOptions.answerAffectingTexts([]))")
                case let content: options.append("\(name) \(content)")
                }
            }
        }
        self.options = options
        self.folders = folders.isEmpty ? [accents].compactMap { $0 } : folders
    }

    /// The revision of the data for a language; empty if no options are set and no accent is defined.
    package func text(for language: LanguageTag?) -> String {
        (options + folders.flatMap { Self.definitions(of: language, in: $0) }).joined(separator: "\n")
    }

    /// The definitions of an accent, including the word lists shared by accents.
    private static func definitions(of language: LanguageTag?, in folder: String) -> [String] {
        let names = (try? Folder.names(in: folder)) ?? []
        let accents = names.filter { name in
            guard let language, let tag = LanguageTag(name) else { return false }
            // An accent may be defined by reference to other accents in its language.
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
    /// The names of the options that do not affect the provider's answers.
    package func silentOptions(_ kinds: [ProviderKind]) -> Set<String> {
        let kindOptions = kinds.first { $0.name == kind }?.options ?? []
        return Set((ServiceOptions.ofEveryProvider + kindOptions.filter { !$0.affectsAnswers }).map(\.name))
    }
}
