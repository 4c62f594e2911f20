import LanguageServices
import LanguageServicesTesting
import TestSupport

/// A broken provider for each rule of the suite.
enum BrokenSpeech {
    static let all: [String: @Sendable () -> any SpeechProvider] = descriptors.merging(voices) { $1 }
        .merging(streams) { $1 }.merging(requests) { $1 }.merging(marks) { $1 }.merging(use) { $1 }.merging(texts) {
            $1
        }

    typealias Makers = [String: @Sendable () -> any SpeechProvider]

    static let descriptors: Makers = [
        "speech.descriptor": { TamperedSpeech(onDescriptor: { edited($0) { $0.version = " " } }) },
        "speech.descriptor-stable": {
            let counter = Counter()
            return TamperedSpeech(onDescriptor: { edited($0) { $0.version = "\(counter.next())" } })
        },
        "speech.deterministic": {
            let counter = Counter()
            return TamperedSpeech(onEvents: { events, request in
                guard request.isDeterministic, counter.next() > 1 else { return events }
                return events.map { if case .audio = $0 { .audio(AudioChunk(samples: [1, 2, 3])) } else { $0 } }
            })
        },
        "speech.status": { TamperedSpeech(onStatus: { .unavailable(reason: "", remedy: nil) }) },
    ]

    static let voices: Makers = [
        "speech.voices": { TamperedSpeech(onVoices: { voices, _ in voices.map { edited($0) { $0.name = "" } } }) },
        "speech.voices-unique": { TamperedSpeech(onVoices: { voices, _ in voices + voices }) },
        "speech.voices-provider": {
            TamperedSpeech(onVoices: { voices, _ in voices.map { edited($0) { $0.provider = "other" } } })
        },
        "speech.voices-query": {
            TamperedSpeech(onVoices: { voices, query in
                query.language?.region == "US" ? voices.filter { $0.id != "en-US" } : voices
            })
        },
        "speech.voices-none": {
            TamperedSpeech(onVoices: { voices, query in
                if query.language?.language == "qaa" { throw ServiceError(.unsupported, "no such language") }
                return voices
            })
        },
        "speech.voice-speaks": {
            TamperedSpeech(onRequest: { request in
                if request.voice == "en-US" { throw ServiceError(.unsupported, "it knows languages only") }
                return request
            })
        },
    ]

    static let streams: Makers = [
        "speech.audio": {
            // Only for the plain sample, and only the first time: other rules send more requests.
            let counter = Counter()
            return TamperedSpeech(onEvents: { events, request in
                guard request.text == SpeechConformanceTests.sample.text, request.voice == nil, counter.next() == 1
                else { return events }
                return events.filter { if case .audio = $0 { false } else { true } }
            })
        },
        "speech.format-first": { TamperedSpeech(onEvents: { events, _ in events.prefix(1) + events }) },
        "speech.format-sane": {
            TamperedSpeech(onEvents: { events, _ in
                events.map { if case .format = $0 { .format(AudioFormat(sampleRate: 100)) } else { $0 } }
            })
        },
        "speech.chunks": {
            TamperedSpeech(onEvents: { events, _ in
                var events = events
                events.insert(.audio(AudioChunk(samples: [])), at: 1)
                return events
            })
        },
        "speech.report-last": { TamperedSpeech(onEvents: { events, _ in events.dropLast() }) },
        "speech.report-provider": {
            TamperedSpeech(onEvents: { events, _ in
                events.map { if case .report = $0 { .report(.answered(by: "other", in: .zero)) } else { $0 } }
            })
        },
    ]

    static let requests: Makers = [
        "speech.empty-text": {
            accepting {
                $0.text.isEmpty && $0.voice == nil
            } change: {
                $0.text = "nothing"
            }
        },
        "speech.blank-text": {
            accepting {
                $0.text.hasPrefix(" \t")
            } change: {
                $0.text = "nothing"
            }
        },
        "speech.rate-range": {
            accepting {
                $0.rate == 0.29
            } change: {
                $0.rate = 0.3
            }
        },
        "speech.rate-nan": {
            accepting {
                $0.rate?.isNaN == true && $0.voice == nil
            } change: {
                $0.rate = 1
            }
        },
        "speech.prosody-range": {
            accepting {
                $0.volume == 1.01
            } change: {
                $0.volume = 1
            }
        },
        "speech.unknown-voice": {
            accepting {
                $0.voice == "no such voice" && !$0.text.isEmpty
            } change: {
                $0.voice = nil
            }
        },
        "speech.unknown-language": {
            accepting {
                $0.language?.language == "qaa" && $0.voice == nil
            } change: {
                $0.language = LanguageTag("en")
            }
        },
        "speech.slower-longer": {
            accepting {
                $0.rate == 0.6 || $0.rate == 1.4
            } change: {
                $0.rate = 1
            }
        },
        "speech.errors": {
            TamperedSpeech(onRequest: { request in
                if request.text.isEmpty, request.voice != nil { throw ForeignError() }
                return request
            })
        },
    ]

    static let marks: Makers = [
        "speech.marks-given": {
            accepting {
                $0.marks == [.phoneme]
            } change: {
                $0.marks = []
            }
        },
        "speech.marks-kinds": {
            accepting {
                $0.marks == [.word]
            } change: {
                $0.marks = [.word, .sentence]
            }
        },
        "speech.marks-frames": { markedWith { $0.frame = .max } },
        "speech.marks-offsets": { markedWith { $0.length = .max } },
    ]

    static let use: Makers = [
        "speech.cancellation": {
            TamperedSpeech(onError: { error in
                ServiceError(error).code == .cancelled ? ServiceError(.providerFailed, "it broke off") : error
            })
        },
        "speech.concurrency": {
            // The engine keeps state when it gets the same long text again.
            let counter = Counter()
            return TamperedSpeech(onEvents: { events, request in
                let isLong = request.text == Array(repeating: "Hello big world", count: 2).joined(separator: " ")
                return isLong && counter.next() > 1 ? Array(events.prefix(4)) + events.suffix(1) : events
            })
        },
        "speech.dropped-stream": {
            let isWedged = Shared(false)
            return TamperedSpeech(onStream: { stream, _ in
                if isWedged.value { throw ServiceError(.providerFailed, "the engine is still speaking") }
                let session = Session { isWedged.change { $0 = true } }
                return SpeechStream {
                    let event = try await stream.firstEvent()
                    if event == nil { session.isFinished.change { $0 = true } }
                    return event
                }
            })
        },
        "speech.shutdown": {
            let counter = Counter()
            return TamperedSpeech(
                onRequest: { request in
                    if counter.count > 1 { throw ServiceError(.providerFailed, "the engine has been freed twice") }
                    return request
                },
                onShutdown: { counter.next() }
            )
        },
    ]

    static let texts: Makers = {
        var makers: Makers = [
            "speech.text.many-combining": { refusing { $0.unicodeScalars.count { $0 == "\u{301}" } == 300 } }
        ]
        for (name, part) in nastyParts {
            makers["speech.text.\(name)"] = { refusing { $0.unicodeScalars.contains(part) } }
        }
        return makers
    }()

    /// A provider that accepts an invalid request by changing it.
    private static func accepting(
        _ isWrong: @escaping @Sendable (SpeechRequest) -> Bool,
        change: @escaping @Sendable (inout SpeechRequest) -> Void
    ) -> any SpeechProvider {
        TamperedSpeech(onRequest: { isWrong($0) ? edited($0, change) : $0 })
    }

    /// A provider that fails for some texts.
    private static func refusing(_ isNasty: @escaping @Sendable (String) -> Bool) -> any SpeechProvider {
        TamperedSpeech(onRequest: { request in
            if isNasty(request.text) { throw ForeignError() }
            return request
        })
    }

    private static func markedWith(_ change: @escaping @Sendable (inout SpeechMark) -> Void) -> any SpeechProvider {
        TamperedSpeech(onEvents: { events, _ in
            events.map { if case .mark(let mark) = $0 { .mark(edited(mark, change)) } else { $0 } }
        })
    }
}
