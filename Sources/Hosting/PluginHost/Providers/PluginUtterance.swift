import Audio
import JSON
import LanguageServices
import Platform

/// The speech of one request, asked for when its first piece is wanted.
actor PluginUtterance {
    private let request: SpeechRequest
    private let context: PluginContext
    private let exchange: PluginExchange
    /// The speech as it was asked for, when the plug-in has been asked.
    private var stream: SpeechStream.Iterator?
    private var gain = 1.0
    private var busy: Duration = .zero

    // What has come of the running attempt.
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
            try SpeechWishes(request, offer, context).params
        }
    }

    /// The next event of the stream.
    func next() async throws -> SpeechEvent? {
        var iterator: SpeechStream.Iterator
        if let stream {
            iterator = stream
        } else {
            let start = context.clock.now
            do throws(ServiceError) {
                let wishes = try SpeechWishes(request, try await exchange.begin(), context)
                gain = wishes.gain
                let plain = SpeechStream { [self] in try await nextOfPlugin() }
                let whole = wishes.processing == SpeechProcessing() ? plain : try wishes.processing.apply(to: plain)
                iterator = whole.makeAsyncIterator()
            } catch {
                throw ServiceError(error, provider: context.id)
            }
            busy += context.clock.now - start
            stream = iterator
        }
        return try await iterator.next()
    }

    /// The next event of what the plug-in speaks.
    private func nextOfPlugin() async throws -> SpeechEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        if isOver { return nil }
        do throws(ServiceError) {
            while pending.isEmpty {
                let start = context.clock.now
                let step = try await exchange.next()
                busy += context.clock.now - start
                if exchange.retries != retries { beginAnew() }
                switch step {
                case .event(let frame): try take(frame)
                case .result:
                    guard let format else { throw context.violation("spoke without naming a format") }
                    give(nil, format)
                    isOver = true
                    var report = await context.report(since: .zero, retries: exchange.retries)
                    report.attempts[0].duration = busy
                    pending.append(.report(report))
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
            guard format == nil else { throw context.violation("named the format twice") }
            guard let rate = frame.object["sampleRate"]?.wholeNumber, (1000...384_000).contains(rate),
                let channels = frame.object["channels"]?.wholeNumber ?? (frame.object["channels"] == nil ? 1 : nil),
                (1...8).contains(channels)
            else { throw context.violation("named a format that no sound has") }
            format = AudioFormat(sampleRate: rate, channels: channels)
        case "audio":
            guard let format else { throw context.violation("sent sound before its format") }
            guard !frame.payload.isEmpty, frame.payload.count.isMultiple(of: 2 * format.channels) else {
                throw context.violation("sent a piece of sound that is no whole number of frames")
            }
            give(.audio(AudioChunk(samples: samples(frame.payload))), format)
        case "mark":
            guard let format else { throw context.violation("sent a mark before the format") }
            if let mark = try mark(frame.object) { give(.mark(mark), format) }
        default:
            // What later versions add.
            break
        }
    }

    /// Gives an event on its way, behind the format.
    private func give(_ event: SpeechEvent?, _ format: AudioFormat) {
        exchange.hasReachedCaller()
        if !hasGivenFormat {
            hasGivenFormat = true
            pending.append(.format(format))
        }
        if let event { pending.append(event) }
    }

    private func samples(_ bytes: [UInt8]) -> [Int16] {
        let samples = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
            }
        }
        return samples.amplified(by: gain)
    }

    private func mark(_ node: JSONNode) throws(ServiceError) -> SpeechMark? {
        guard let name = node["kind"]?.string, let offset = node["offset"]?.wholeNumber,
            let length = node["length"]?.wholeNumber, let frame = node["frame"]?.wholeNumber
        else { throw context.violation("sent a mark without a kind, a place or a frame") }
        // A kind of later versions, or one that nobody asked for.
        guard let kind = SpeechMark.Kind(rawValue: name), request.marks.contains(kind) else { return nil }
        guard (0...textLength).contains(offset), (0...(textLength - offset)).contains(length) else {
            throw context.violation("sent a mark at \(offset) + \(length) of a text of \(textLength) characters")
        }
        guard frame >= lastFrames[kind] ?? 0 else {
            throw context.violation("sent marks whose frames go back to \(frame)")
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
