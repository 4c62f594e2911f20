import CEspeak
import CEspeakWorker
import LanguageServices

/// The one owner of libespeak-ng in this process.
///
/// The library keeps its whole state in static variables, so there can be only one in a process, and it crashes on some
/// texts, so it is none of this process: it lives in forked children, see ``EspeakWorkers``. What they have in common,
/// however many providers there are, is here.
actor EspeakEngine {
    /// The engine of this process.
    static let shared = EspeakEngine()

    private let workers = EspeakWorkers()
    /// Children that never speak themselves, so that each text finds the library fresh.
    private let freshWorkers = EspeakWorkers()
    private var setup: EspeakSetup?
    private var hasSpoken = false

    private init() {}

    /// What is known of the library; asked of a worker at the first call.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when its data is missing or damaged.
    func start() async throws(ServiceError) -> EspeakSetup {
        if let setup { return setup }
        let found = try await workers.setup()
        setup = found
        return found
    }

    /// Speaks one piece of text.
    ///
    /// - Parameters:
    ///   - text: The text, already made safe by ``SpeakableText``.
    ///   - voice: The identifier of the voice, exact to the letter.
    ///   - prosody: How it is spoken.
    ///   - isLast: Whether nothing follows; otherwise the pause after a sentence is a part of the audio.
    ///   - wantsMarks: Whether events and IPA are given.
    ///   - isFresh: Whether the audio is the same to the byte every time, at the cost of a process for each piece.
    /// - Throws: `ServiceError.Code.unsupported` when the voice is not there, `ServiceError.Code.cancelled`,
    ///   `ServiceError.Code.providerFailed` when the library crashed twice or refused, `ServiceError.Code.unavailable`
    ///   when it cannot speak at all.
    func speak(
        _ text: String,
        voice: String,
        prosody: EspeakProsody,
        isLast: Bool,
        wantsMarks: Bool,
        isFresh: Bool
    ) async throws(ServiceError) -> EspeakUtterance {
        try await answer(
            EspeakWorker.Request(
                text: text,
                voice: voice,
                prosody: prosody,
                flags: UInt32(espeakCHARS_UTF8) | (isLast ? 0 : UInt32(espeakENDPAUSE)),
                wish: wantsMarks ? ESPEAK_WORKER_MARKS : ESPEAK_WORKER_AUDIO,
                isFresh: isFresh
            )
        )
    }

    /// The phonemes of a text in IPA, as in ``EspeakUtterance/ipa``; nothing is spoken.
    ///
    /// - Parameters:
    ///   - text: The text, already made safe by ``SpeakableText``.
    ///   - voice: The identifier of the voice, exact to the letter.
    /// - Throws: As ``speak(_:voice:prosody:isLast:wantsMarks:isFresh:)``.
    func transcribe(_ text: String, voice: String) async throws(ServiceError) -> String {
        try await answer(
            EspeakWorker.Request(text: text, voice: voice, flags: UInt32(espeakCHARS_UTF8), wish: ESPEAK_WORKER_IPA)
        ).ipa
    }

    /// Lets a worker answer; when it dies, another one tries once more: what brings one down is often what it spoke
    /// before, and not this text.
    private func answer(_ request: EspeakWorker.Request) async throws(ServiceError) -> EspeakUtterance {
        for _ in 0..<2 {
            switch try await (request.isFresh ? freshWorkers : workers).answer(request) {
            case .spoken(let utterance):
                hasSpoken = true
                return utterance
            case .refused(let error): throw error
            case .died: continue
            }
        }
        // Whether it is the text or the library is told by a text that cannot be wrong.
        if !hasSpoken, request.text != "a" {
            _ = try await answer(EspeakWorker.Request(text: "a", voice: request.voice, flags: request.flags))
        } else if !hasSpoken {
            throw EspeakSetup.damaged
        }
        throw ServiceError(
            .providerFailed,
            "espeak-ng crashed on this text",
            remedy: "try it in other words, or in parts"
        )
    }

    /// Ends the workers that have nothing to do; the next request starts new ones.
    func dismissWorkers() {
        workers.dismiss()
        freshWorkers.dismiss()
    }

    /// The version of the library: `1.51`. It is a constant of the library, which needs no set-up to tell it.
    static let libraryVersion: String = {
        let text = espeak_Info(nil).map { String(cString: $0) } ?? "unknown"
        // Some versions put their date behind: "1.51  02.Apr.22".
        return text.split(separator: " ").first.map(String.init) ?? text
    }()
}
