public import Audio
public import LanguageServices
import ServiceRegistry

/// How all texts of a deck are spoken, whatever their language.
public struct SpeechStyle: Sendable, Hashable {
    /// The wishes: rate, pitch, pronunciations. Its text, language, voice and marks are not looked at.
    public var request: SpeechRequest

    /// What is done to the speech.
    public var treatment: SpeechTreatment

    /// The kind of the files.
    public var format: SoundFormat

    /// What else changes the sound of a voice: the state of the data that it speaks by. Where that changes, texts are
    /// spoken anew.
    public var revisions: [FieldVoice: String]

    /// Creates a style; without arguments it is MP3 as the provider speaks.
    public init(
        request: SpeechRequest = SpeechRequest(text: ""),
        treatment: SpeechTreatment = SpeechTreatment(),
        format: SoundFormat = .mp3,
        revisions: [FieldVoice: String] = [:]
    ) {
        self.request = request
        self.treatment = treatment
        self.format = format
        self.revisions = revisions
    }

    /// The revisions of all voices, in an order of their own.
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

    /// Everything that changes a sound besides its text and voice, in one text.
    ///
    /// It is the same in every run and on every machine that is told the same, since it goes into the names of files.
    func settings(of provider: any SpeechProvider) -> String {
        let descriptor = provider.descriptor
        let configured = provider.defaults
        let numbers = [request.rate ?? configured.rate, request.pitch, request.volume]
        return [
            descriptor.id.rawValue, descriptor.kind, descriptor.version,
            numbers.map { $0.map { "\($0)" } ?? "" }.joined(separator: " "), request.wordGap.map { "\($0)" } ?? "",
            request.isDeterministic ? "deterministic" : "", treatment.isNothing ? "" : "\(treatment)",
            request.pronunciations.isEmpty ? "" : "\(request.pronunciations)", format.rawValue,
        ].joined(separator: "\n")
    }
}
