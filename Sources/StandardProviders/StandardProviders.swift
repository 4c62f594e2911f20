import ApertiumTranslation
import CorpusSentences
import DictionaryTranslation
import EspeakSpeech
public import LanguageServices
import RemoteSentences
import RemoteSpeech
import RemoteTranslation
public import ServiceConfiguration
import TemplateSentences

/// The one table of the kinds of provider that this package ships.
public enum StandardProviders {
    /// Every kind, by name.
    ///
    /// - Parameter data: Finds the folders that the providers read.
    public static func kinds(data: DataLocator) -> [ProviderKind] {
        let places = DictionaryPlaces(
            library: data.dictionaryLibrary,
            starter: data.folder("Dictionaries"),
            cache: data.cacheFolder
        )
        let corpora = CorpusPlaces(cache: data.cacheFolder, dictionaries: data.folder("Dictionaries"))
        return [
            EspeakSpeech.kind(voices: data.folder("Voices")),
            RemoteSpeech.kind,
            DictionaryTranslation.kind(places: places) { ApertiumLemmatizer(language: $0) },
            ApertiumTranslation.kind,
            GlossTranslation.kind(places: places) { ApertiumLemmatizer(language: $0) },
            RemoteTranslation.kind,
            RemoteSentences.kind,
            TemplateSentences.kind(folder: data.folder("Dictionaries")) { word, language in
                await EspeakSpeech.startsWithVowel(word, language: language)
            },
            CorpusSentences.kind(places: corpora),
            WordNetSentences.kind(places: corpora),
        ]
    }
}

extension ServiceRegistry {
    /// Makes every kind of this package known.
    ///
    /// - Parameter data: Finds the folders that the providers read.
    public func registerStandardProviders(data: DataLocator) {
        for kind in StandardProviders.kinds(data: data) { register(kind) }
    }
}
