import Audio
import JSON
package import LanguageServices
import Platform

/// Speech from a plug-in. If the plug-in does not support speed, pitch or volume, they are applied to its sound, as far
/// as the quality allows. Marks, gaps between words, pronunciations and deterministic output are
/// `ServiceError.Code.unsupported` unless the plug-in declares the feature.
package struct PluginSpeech: PluginProvider, SpeechProvider {
    /// The state that the providers of all services share.
    package let context: PluginContext

    /// Creates a provider.
    package init(_ context: PluginContext) { self.context = context }

    /// The plug-in's voices.
    package func voices(matching query: VoiceQuery) async throws -> [Voice] {
        do throws(ServiceError) {
            var members: [(String, JSONValue)] = []
            if let language = query.language { members.append(("language", .string(language.text))) }
            if let gender = query.gender { members.append(("gender", .string(gender.rawValue))) }
            let params = JSONValue.object(members)
            let exchange = PluginExchange(context.pool, "speech.voices") { _ in params }
            let result = try await exchange.result()
            guard let voices = result["voices"]?.elements else { throw context.violation("did not list its voices") }
            return try voices.map { node throws(ServiceError) in try VoiceReading.voice(node, context) }
                .filter(query.matches)
                .sorted(by: VoiceReading.precedes)
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for an invalid request, `ServiceError.Code.limitExceeded` for more
    ///   than 100,000 Unicode scalars. All other errors are thrown by the stream.
    package func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await perform {
            try request.validate()
            try request.checkLength()
            let utterance = PluginUtterance(request, context)
            return SpeechStream { try await utterance.next() }
        }
    }
}

/// The speech of one request. The request is sent when the first chunk is awaited.
actor PluginUtterance {
    private let request: SpeechRequest
    private let context: PluginContext
    private let exchange: PluginExchange
    /// The processed stream, once the request has been sent.
    private var stream: SpeechStream.Iterator?
    private var gain = 1.0

    // The state of the current attempt.
    private var retries = 0
    private var format: AudioFormat?
    private var hasGivenFormat = false
    private var lastFrames: [SpeechMark.Kind: Int] = [:]
    private var pending: [SpeechEvent] = []
    private var isOver = false
    private let textLength: Int

    init(_ request: SpeechRequest, _ context: PluginContext) {
        self.request = request
        self.context = context
        textLength = request.text.unicodeScalars.count
        exchange = PluginExchange(context.pool, "speech.synthesize") { offer throws(ServiceError) in
            try SpeechPlan(request, offer, context).params
        }
    }

    /// The next event of the stream.
    func next() async throws -> SpeechEvent? {
        var iterator: SpeechStream.Iterator
        if let stream {
            iterator = stream
        } else {
            do throws(ServiceError) {
                let wishes = try SpeechPlan(request, try await exchange.begin(), context)
                gain = wishes.gain
                let plain = SpeechStream { [self] in try await nextOfPlugin() }
                let whole = wishes.processing == SpeechProcessing() ? plain : try wishes.processing.apply(to: plain)
                iterator = whole.makeAsyncIterator()
            } catch {
                throw ServiceError(error, provider: context.id)
            }
            stream = iterator
        }
        return try await iterator.next()
    }

    /// The next event from the plug-in.
    private func nextOfPlugin() async throws -> SpeechEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        if isOver { return nil }
        do throws(ServiceError) {
            while pending.isEmpty {
                let step = try await exchange.next()
                if exchange.retries != retries { beginAnew() }
                switch step {
                case .event(let frame): try take(frame)
                case .result:
                    guard let format else { throw context.violation("sent speech without specifying a format") }
                    give(nil, format)
                    isOver = true
                    pending.append(.report(await context.report(of: exchange)))
                }
            }
        } catch {
            exchange.abandon()
            throw ServiceError(error, provider: context.id)
        }
        return pending.removeFirst()
    }

    private func beginAnew() {
        retries = exchange.retries
        format = nil
        lastFrames = [:]
    }

    private func take(_ frame: IncomingFrame) throws(ServiceError) {
        guard case .event(let name) = frame.content else { return }
        switch name {
        case "format":
            guard format == nil else { throw context.violation("specified the format twice") }
            guard let rate = frame.object["sampleRate"]?.wholeNumber, (1000...384_000).contains(rate),
                let channels = frame.object["channels"]?.wholeNumber ?? (frame.object["channels"] == nil ? 1 : nil),
                (1...8).contains(channels)
            else { throw context.violation("specified an invalid sound format") }
            format = AudioFormat(sampleRate: rate, channels: channels)
        case "audio":
            guard let format else { throw context.violation("sent sound before specifying its format") }
            guard !frame.payload.isEmpty, frame.payload.count.isMultiple(of: 2 * format.channels) else {
                throw context.violation("sent sound that is not a whole number of frames")
            }
            give(.audio(AudioChunk(samples: samples(frame.payload))), format)
        case "mark":
            guard let format else { throw context.violation("sent a mark before specifying the format") }
            if let mark = try mark(frame.object) { give(.mark(mark), format) }
        default:
            // Events of later protocol versions are ignored.
            break
        }
    }

    /// Queues an event, preceded by the format if that has not been sent.
    private func give(_ event: SpeechEvent?, _ format: AudioFormat) {
        exchange.wasDelivered()
        if !hasGivenFormat {
            hasGivenFormat = true
            pending.append(.format(format))
        }
        if let event { pending.append(event) }
    }

    private func samples(_ bytes: [UInt8]) -> [Int16] {
        let count = bytes.count / 2
        let gain = gain
        return bytes.withUnsafeBytes { bytes in
            [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
                #if _endian(little)
                if gain == 1 {
                    // The bytes already have the machine's byte order.
                    UnsafeMutableRawBufferPointer(samples).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[..<(2 * count)])
                    )
                    initialized = count
                    return
                }
                #endif
                for place in 0..<count {
                    let sample = Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: Int16.self))
                    // The gain is at most 1, so the product cannot overflow.
                    samples[place] = gain == 1 ? sample : Int16((Double(sample) * gain).rounded(.toNearestOrEven))
                }
                initialized = count
            }
        }
    }

    private func mark(_ node: JSONNode) throws(ServiceError) -> SpeechMark? {
        guard let name = node["kind"]?.string, let offset = node["offset"]?.wholeNumber,
            let length = node["length"]?.wholeNumber, let frame = node["frame"]?.wholeNumber
        else { throw context.violation("sent a mark without 'kind', 'offset', 'length' or 'frame'") }
        // Marks of unknown kinds and of kinds that were not requested are ignored.
        guard let kind = SpeechMark.Kind(rawValue: name), request.marks.contains(kind) else { return nil }
        guard (0...textLength).contains(offset), (0...(textLength - offset)).contains(length) else {
            throw context.violation("sent a mark at \(offset) + \(length) in a text of \(textLength) characters")
        }
        guard frame >= lastFrames[kind] ?? 0 else {
            throw context.violation("sent marks whose frame numbers decrease to \(frame)")
        }
        lastFrames[kind] = frame
        return SpeechMark(
            kind: kind,
            offset: offset,
            length: length,
            frame: frame,
            ipa: node["ipa"]?.string.map { OneLine.text($0) }
        )
    }
}

/// Divides a request into the part that the plug-in handles and the processing that is applied to its sound.
struct SpeechPlan: Sendable {
    /// The parameters of the request to the plug-in.
    let params: JSONValue
    /// The processing that is applied to the plug-in's sound.
    let processing: SpeechProcessing
    /// A factor for all samples, 0 to 1.
    let gain: Double

    /// - Throws: `ServiceError.Code.unsupported` for a feature that neither the plug-in nor the processing supports.
    init(_ request: SpeechRequest, _ offer: ServiceOffer, _ context: PluginContext) throws(ServiceError) {
        func refuse(_ what: String, _ remedy: String? = nil) -> ServiceError {
            ServiceError(.unsupported, "the plug-in of '\(context.id)' \(what)", provider: context.id, remedy: remedy)
        }
        let features = offer.features
        if request.voice == nil { try context.checkLanguage(request.language, offer) }
        for kind in request.marks where !features.contains("marks") && !features.contains("marks.\(kind.rawValue)") {
            throw refuse("does not report the times of \(kind.rawValue) marks")
        }
        if request.wordGap ?? .zero > .zero, !features.contains("wordGap") {
            throw refuse("does not support gaps between words")
        }
        if request.isDeterministic, !features.contains("deterministic") {
            throw refuse("does not support deterministic output")
        }
        let words = request.pronunciations
        if !words.isEmpty, !features.contains("pronunciations") {
            throw refuse("does not support pronunciations", "omit the lexicon")
        }
        var members: [(String, JSONValue)] = [("text", .string(request.text))]
        if let language = request.language { members.append(("language", .string(language.text))) }
        if let voice = request.voice { members.append(("voice", .string(voice))) }
        var processing = SpeechProcessing()
        var gain = 1.0
        func ask(_ name: String, _ value: Double?, orElse here: (Double) -> Void) {
            guard let value else { return }
            if features.contains(name) { members.append((name, .number(value))) } else { here(value) }
        }
        ask("rate", request.rate) { processing.tempo = $0 }
        ask("pitch", request.pitch) { processing.pitch = $0 }
        ask("volume", request.volume) { gain = $0 }
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

/// Decodes the voices of a plug-in.
enum VoiceReading {
    static func voice(_ node: JSONNode, _ context: PluginContext) throws(ServiceError) -> Voice {
        guard let id = node["id"]?.string, !id.isEmpty, let name = node["name"]?.string else {
            throw context.violation("has a voice without 'id' or 'name'")
        }
        var languages: [LanguageTag] = []
        for element in node["languages"]?.elements ?? [] {
            guard let tag = element.string.flatMap({ LanguageTag($0) }) else {
                throw context.violation("has a voice '\(OneLine.text(id))' whose languages are not language tags")
            }
            languages.append(tag)
        }
        return Voice(
            id: id,
            name: OneLine.text(name),
            languages: languages,
            gender: node["gender"]?.string.flatMap(Voice.Gender.init),
            quality: node["quality"]?.string.flatMap(Voice.Quality.init) ?? .standard,
            provider: context.id
        )
    }

    /// The order of voices: best quality first, then by language, then by name.
    static func precedes(_ first: Voice, _ second: Voice) -> Bool {
        if first.quality != second.quality { return first.quality > second.quality }
        let languages = (first.languages.first?.text ?? "", second.languages.first?.text ?? "")
        if languages.0 != languages.1 { return languages.0 < languages.1 }
        return (first.name, first.id) < (second.name, second.id)
    }
}
