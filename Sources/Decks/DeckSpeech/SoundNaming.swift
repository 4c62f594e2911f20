import Audio
import LanguageServices
import ServiceRegistry

/// The names of the sounds of a deck.
struct SoundNaming: Sendable {
    /// Everything that changes all sounds.
    let settings: String

    /// The language of texts that name none.
    private let language: LanguageTag?
    private let fileExtension: String
    private let revisions: [FieldVoice: String]

    init(style: SpeechStyle, provider: any SpeechProvider) {
        settings = style.settings(of: provider)
        language = provider.defaults.language
        revisions = style.revisions
        fileExtension = style.format.fileExtensions.first ?? style.format.rawValue
    }

    /// The name of the sound of a text.
    ///
    /// - Parameters:
    ///   - voiced: The text.
    ///   - notices: Why it is not spoken as it should be. Such a sound has another name, so that it is replaced when the
    ///     cause has been mended.
    func name(of voiced: VoicedText, notices: [String] = []) -> String {
        let language = voiced.voice.voice == nil ? voiced.voice.language ?? language : nil
        let parts = [settings, language?.text ?? "", voiced.voice.voice ?? "", revisions[voiced.voice] ?? ""] + notices
        return SoundName.of(voiced.text, settings: parts.joined(separator: "\n"), fileExtension: fileExtension)
    }
}
