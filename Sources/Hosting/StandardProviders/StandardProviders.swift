import ApertiumTranslation
import CorpusSentences
import DictionaryImport
import DictionaryTranslation
import EspeakSpeech
import FeedbackPatterns
import Language
public import LanguageServices
import Platform
package import PluginHost
import RemoteSentences
import RemoteSpeech
import RemoteTranslation
public import ServiceConfiguration
public import ServiceRegistry
import Synchronization
import TemplateSentences

/// The provider kinds in this package.
public enum StandardProviders {
    /// All kinds, by name.
    ///
    /// - Parameter data: Locates the folders that the providers read.
    public static func kinds(data: DataLocator) -> [ProviderKind] {
        let places = DictionaryLocations(
            library: data.dictionaryLibrary,
            starter: data.folder("Dictionaries"),
            cache: data.cacheFolder
        )
        let corpora = CorpusLocations(cache: data.cacheFolder, dictionaries: data.folder("Dictionaries"))
        return [
            EspeakSpeech.kind(voices: data.folder("Voices")),
            RemoteSpeech.kind,
            DictionaryTranslation.kind(locations: places) { ApertiumLemmatizer(language: $0) },
            ApertiumTranslation.kind,
            DictionaryTranslation.kind(.gloss, locations: places) { ApertiumLemmatizer(language: $0) },
            RemoteTranslation.kind,
            RemoteSentences.kind,
            TemplateSentences.kind(folder: data.folder("Dictionaries")) { word, language in
                await EspeakSpeech.startsWithVowel(word, language: language)
            },
            CorpusSentences.kind(locations: corpora),
            WordNetSentences.kind(locations: corpora),
            FeedbackPatterns.kind,
        ] + PluginKinds.all(pluginLocations(data)) + ExecKinds.all(search: ProgramSearch.systemPath)
    }
}

extension StandardProviders {
    /// The files and folders of plug-ins.
    package static func pluginLocations(_ data: DataLocator) -> PluginLocations {
        PluginLocations(
            registry: data.pluginRegistry,
            folders: [data.pluginFolder, data.folder("Plugins")].compactMap { $0 },
            caches: data.pluginCaches,
            logs: data.pluginLogs,
            search: ProgramSearch.systemPath,
            hostVersion: PackageVersion.text
        )
    }
}

extension ServiceRegistry {
    /// Registers all kinds of this package.
    ///
    /// - Parameter data: Locates the folders that the providers read.
    public func registerStandardProviders(data: DataLocator) {
        for kind in StandardProviders.kinds(data: data) { register(kind) }
    }
}

/// Lemmas from the analyser of an installed Apertium language pair. The pair is located and started on the first
/// request.
final class ApertiumLemmatizer: Lemmatizer {
    private let language: LanguageTag
    private let state = Mutex(State())

    private struct State {
        var isLookedFor = false
        var analyser: ApertiumAnalyser?
    }

    init(language: LanguageTag) { self.language = language }

    func lemmas(of form: String) -> [Lemma] {
        let analyser = state.withLock { state in
            if !state.isLookedFor {
                state.analyser = ApertiumAnalyser(language: language)
                state.isLookedFor = true
            }
            return state.analyser
        }
        return analyser?.lemmasNow(of: form).map { Lemma($0.text, partOfSpeech: $0.partOfSpeech, certainty: .known) }
            ?? []
    }
}
