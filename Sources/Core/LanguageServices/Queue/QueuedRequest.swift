/// A request that could not be sent and waits for the network, with the provider that it is meant for.
public struct QueuedRequest: Sendable, Hashable, Codable {
    /// Who is to be asked.
    public var provider: ProviderID

    /// What is asked for.
    public var work: Work

    /// Creates a request.
    public init(provider: ProviderID, work: Work) {
        self.provider = provider
        self.work = work
    }

    /// What is asked for, and where the answer goes.
    public enum Work: Sendable, Hashable, Codable {
        /// The translation of one text: the request holds that text alone, and names its languages as far as they are known.
        case translation(TranslationRequest)
        /// Speech in a file.
        ///
        /// `file` is its whole path. `style` says how the file is written, in the front end's own words: what is done to
        /// the speech, which form the file has.
        case speech(SpeechRequest, file: String, style: String)
    }

    /// The service that is asked.
    public var service: Service {
        switch work {
        case .translation: .translation
        case .speech: .speech
        }
    }

    /// The text that is sent.
    public var text: String {
        switch work {
        case .translation(let request): request.texts.first ?? ""
        case .speech(let request, _, _): request.text
        }
    }

    /// The path of the file that the answer is written to; `nil` for an answer that is shown.
    public var file: String? {
        switch work {
        case .translation: nil
        case .speech(_, let file, _): file
        }
    }
}
