import Audio
import JSON
import LanguageServices

/// How a request is divided: what the plug-in does, and what is done to its sound here.
struct SpeechWishes: Sendable {
    /// What the plug-in is asked.
    let params: JSONValue
    /// What is done to its sound.
    let processing: SpeechProcessing
    /// A factor for all samples.
    let gain: Double
    /// The kinds of mark that it was asked for.
    let marks: Set<SpeechMark.Kind>

    /// - Throws: `ServiceError.Code.unsupported` for what neither can do.
    init(_ request: SpeechRequest, _ offer: ServiceOffer, _ context: PluginContext) throws(ServiceError) {
        func refuse(_ what: String, _ remedy: String? = nil) -> ServiceError {
            ServiceError(.unsupported, "the plug-in of '\(context.id)' \(what)", provider: context.id, remedy: remedy)
        }
        let features = offer.features
        if request.voice == nil { try context.checkLanguage(request.language, offer) }
        for kind in request.marks where !features.contains("marks") && !features.contains("marks.\(kind.rawValue)") {
            throw refuse("does not tell when a \(kind.rawValue) is heard")
        }
        if request.wordGap ?? .zero > .zero, !features.contains("wordGap") {
            throw refuse("makes no gaps between words")
        }
        if request.isDeterministic, !features.contains("deterministic") {
            throw refuse("does not promise the same bytes each time")
        }
        let words = request.pronunciations
        if !words.isEmpty, !features.contains("pronunciations") {
            throw refuse("cannot be told how words are said", "leave out the lexicon")
        }
        var members: [(String, JSONValue)] = [("text", .string(request.text))]
        if let language = request.language { members.append(("language", .string(language.text))) }
        if let voice = request.voice { members.append(("voice", .string(voice))) }
        var processing = SpeechProcessing()
        var gain = 1.0
        if let rate = request.rate {
            if features.contains("rate") { members.append(("rate", .number(rate))) } else { processing.tempo = rate }
        }
        if let pitch = request.pitch {
            if features.contains("pitch") {
                members.append(("pitch", .number(pitch)))
            } else {
                processing.pitch = pitch
            }
        }
        if let volume = request.volume {
            if features.contains("volume") { members.append(("volume", .number(volume))) } else { gain = volume }
        }
        if let gap = request.wordGap, features.contains("wordGap") {
            members.append(("wordGap", .number(gap / .seconds(1))))
        }
        if request.isDeterministic { members.append(("deterministic", true)) }
        if !words.isEmpty { members.append(("pronunciations", .array(words.map(Self.value)))) }
        if !request.marks.isEmpty {
            members.append(("marks", .array(request.marks.map(\.rawValue).sorted().map { .string($0) })))
        }
        params = .object(members)
        self.processing = processing
        self.gain = gain
        marks = request.marks
    }

    private static func value(_ word: Pronunciation) -> JSONValue {
        var members: [(String, JSONValue)] = [("word", .string(word.word))]
        switch word.sound {
        case .ipa(let text): members.append(("ipa", .string(text)))
        case .respelling(let text): members.append(("respelling", .string(text)))
        }
        if let language = word.language { members.append(("language", .string(language.text))) }
        return .object(members)
    }
}
