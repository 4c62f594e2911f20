import LanguageServices

extension SpeechRules {
    /// The rules about what a stream gives, and in which order.
    static func stream(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.audio", "The sample gives audio") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.sampleCount > 0, "there was no audio")
            },
            Rule("speech.format-first", "The format comes first, and once") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.formats.count == 1, "there were \(heard.formats.count) formats")
                guard case .format = heard.events.first else { throw Violation("something else came first") }
            },
            Rule("speech.format-sane", "The sample rate is 4,000…384,000 Hz, and there are 1…8 channels") {
                for format in try await HeardSpeech($0, sample.request()).formats {
                    try demand((4000...384_000).contains(format.sampleRate), "the rate is \(format.sampleRate) Hz")
                    try demand((1...8).contains(format.channels), "there are \(format.channels) channels")
                }
            },
            Rule("speech.chunks", "No piece of audio is empty or holds half a frame") {
                let heard = try await HeardSpeech($0, sample.request())
                let channels = max(1, heard.formats.first?.channels ?? 1)
                for chunk in heard.chunks {
                    try demand(!chunk.samples.isEmpty, "a piece was empty")
                    let isWhole = chunk.samples.count.isMultiple(of: channels)
                    try demand(isWhole, "a piece has \(chunk.samples.count) samples for \(channels) channels")
                }
            },
            Rule("speech.report-last", "The report comes last, and once") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.reports.count == 1, "there were \(heard.reports.count) reports")
                guard case .report = heard.events.last else { throw Violation("something else came last") }
            },
            Rule("speech.report-provider", "The report names the provider as the one that answered") { provider in
                for report in try await HeardSpeech(provider, sample.request()).reports {
                    try CommonRules.checkReport(report, of: provider)
                }
            },
        ]
    }

    /// The rules about marks.
    static func marks(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.marks-given", "A kind of mark that is asked for is given, or unsupported") { provider in
                for kind in SpeechMark.Kind.allCases {
                    guard let heard = try await marked(provider, sample, [kind]) else { continue }
                    try demand(heard.marks.contains { $0.kind == kind }, "there were no \(kind.rawValue) marks")
                }
            },
            Rule("speech.marks-kinds", "Only the kinds of mark that were asked for are given") { provider in
                for kinds in [[]] + SpeechMark.Kind.allCases.map({ Set([$0]) }) {
                    let marks = try await marked(provider, sample, kinds)?.marks ?? []
                    if let other = marks.first(where: { !kinds.contains($0.kind) }) {
                        throw Violation("there was a \(other.kind.rawValue) mark that nobody had asked for")
                    }
                }
            },
            Rule("speech.marks-frames", "The frames of marks never go back within a kind, and lie in the audio") {
                for kind in SpeechMark.Kind.allCases {
                    guard let heard = try await marked($0, sample, [kind]) else { continue }
                    var last = 0
                    for mark in heard.marks where mark.kind == kind {
                        try demand(mark.frame >= last, "a \(kind.rawValue) mark went from \(last) to \(mark.frame)")
                        let isInside = mark.frame <= heard.frameCount
                        try demand(isInside, "frame \(mark.frame) is behind the \(heard.frameCount) frames of audio")
                        last = mark.frame
                    }
                }
            },
            Rule("speech.marks-offsets", "The offsets of marks lie in the text, counted in Unicode scalars") {
                // The dash and the accent make scalars, characters and bytes differ.
                let text = sample.text + " – e\u{301} " + sample.text + "."
                let count = text.unicodeScalars.count
                for kind in SpeechMark.Kind.allCases {
                    for mark in try await marked($0, sample, [kind], text)?.marks ?? [] {
                        let place = "\(mark.offset) + \(mark.length)"
                        let isInside =
                            (0...count).contains(mark.offset) && (0...(count - mark.offset)).contains(mark.length)
                        try demand(isInside, "a \(kind.rawValue) mark stands at \(place) of \(count)")
                    }
                }
            },
        ]
    }

    /// The speech with marks, or `nil` when the provider does not support these.
    private static func marked(
        _ provider: any SpeechProvider,
        _ sample: SpeechSample,
        _ kinds: Set<SpeechMark.Kind>,
        _ text: String? = nil
    ) async throws -> HeardSpeech? {
        do {
            return try await HeardSpeech(provider, sample.request(text, marks: kinds))
        } catch let error as ServiceError where error.code == .unsupported && !kinds.isEmpty {
            return nil
        }
    }
}
