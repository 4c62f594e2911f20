public import Audio
public import LanguageServices
import ServiceRegistry

/// The speech settings for all texts in a deck, in any language.
public struct SpeechStyle: Sendable, Hashable {
    /// The speech options: rate, pitch, pronunciations. Text, language, voice and marks are ignored.
    public var request: SpeechRequest

    /// The postprocessing of the speech.
    public var postprocessing: SpeechPostprocessing

    /// The format of the sound files.
    public var format: SoundFormat

    /// The revision of the data behind each voice. When it changes, the sounds are regenerated.
    public var revisions: [FieldVoice: String]

    /// Creates a style; the default is MP3 without further settings.
    public init(
        request: SpeechRequest = SpeechRequest(text: ""),
        postprocessing: SpeechPostprocessing = SpeechPostprocessing(),
        format: SoundFormat = .mp3,
        revisions: [FieldVoice: String] = [:]
    ) {
        self.request = request
        self.postprocessing = postprocessing
        self.format = format
        self.revisions = revisions
    }

    /// The revisions of all voices, in a stable order.
    var revisionTexts: [String] {
        revisions.map { voice, revision in VoicedText(revision, voice).batchText }.sorted()
    }

    /// The request for a text.
    func request(for voiced: VoicedText) -> SpeechRequest {
        var request = request
        request.text = voiced.text
        request.language = voiced.voice.language
        request.voice = voiced.voice.voice
        request.marks = []
        return request
    }

    /// All settings other than text and voice that affect a sound, as one string.
    ///
    /// It is part of file names, so equal settings give the same string in every run and on every machine.
    func settings(of provider: any SpeechProvider) -> String {
        let descriptor = provider.descriptor
        let configured = provider.defaults
        let numbers = [request.rate ?? configured.rate, request.pitch, request.volume]
        return [
            descriptor.id.rawValue, descriptor.kind, descriptor.version,
            numbers.map { $0.map { "\($0)" } ?? "" }.joined(separator: " "), request.wordGap.map { "\($0)" } ?? "",
            request.isDeterministic ? "deterministic" : "", postprocessing.isIdentity ? "" : "\(postprocessing)",
            request.pronunciations.isEmpty ? "" : "\(request.pronunciations)", format.rawValue,
        ].joined(separator: "\n")
    }
}
