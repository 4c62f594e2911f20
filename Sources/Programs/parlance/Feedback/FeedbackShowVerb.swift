import ArgumentParsing
import Audio
import HapticPatterns
import HapticRendering
import JSON
import LanguageServices
import Platform

/// `parlance feedback show`: a pattern as a picture, sound or numbers.
struct FeedbackShowVerb: FeedbackVerb {
    let invocation: Invocation

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        if try arguments[Options.light], try arguments[Options.dark] {
            throw arguments.usageError("'--light' and '--dark' exclude each other")
        }
        var outputs: Set<String> = []
        let named = [Options.svg, Options.png, Options.wav, Options.waveform]
        for path in try named.compactMap({ try arguments[$0] }) where !outputs.insert(path).inserted {
            throw arguments.usageError("'\(path)' is named as the file of two outputs; give each a name of its own")
        }
    }

    func run() async throws -> ExitCode {
        let registry = try await registry()
        let (name, pattern) = try pattern(registry)
        var written: [String] = []
        let appearance: PlotAppearance = try arguments[Options.dark] ? .dark : .light
        if let path = try arguments[Options.svg] {
            try write(HapticPlot.svg(pattern, title: name, appearance: appearance), to: path)
            written.append(path)
        }
        if let path = try arguments[Options.png] {
            let scale = try arguments[Options.pictureScale] ?? 2
            try write(try HapticPlot.png(pattern, title: name, appearance: appearance, scale: scale), to: path)
            written.append(path)
        }
        if let path = try arguments[Options.wav] {
            try writeSound(pattern, title: name, to: path)
            written.append(path)
        }
        if let path = try arguments[Options.waveform] {
            try write(try numbers(pattern, path), to: path)
            written.append(path)
        }
        let isJSON = try arguments[Options.json]
        if isJSON {
            try console.print(
                .object([
                    ("name", .string(name)), ("seconds", .number(pattern.duration)),
                    ("events", .integer(pattern.events.count)), ("files", .array(written.map { .string($0) })),
                ])
            )
        } else if written.isEmpty {
            let plot = TerminalPlot(
                pattern,
                title: name,
                width: min(console.width, 80),
                isUnicode: isUnicode
            )
            for line in plot.lines { try console.print(line) }
        }
        return .ok
    }

    private func numbers(_ pattern: HapticPattern, _ path: String) throws -> [UInt8] {
        let waveform = try HapticWaveform(pattern, sampleRate: try arguments[Options.waveformRate] ?? 8000)
        if path.lowercased().hasSuffix(".csv") { return waveform.csv() }
        if path.lowercased().hasSuffix(".json") { return waveform.json() }
        return waveform.amplitudeBytes()
    }

    private func writeSound(_ pattern: HapticPattern, title: String, to path: String) throws {
        let rate = 44_100
        let samples = try HapticSound.samples(of: pattern, sampleRate: rate)
        do {
            var file = try WAVFile(
                path: path,
                format: AudioFormat(sampleRate: rate),
                tags: SoundTags(title: title)
            )
            try file.append(samples)
            try file.finish()
        } catch {
            throw CommandFailure(error, error.code == .io ? .cannotCreate : nil)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try AtomicFile.write(bytes, to: path)
        } catch {
            throw CommandFailure(error, error.code == .io ? .cannotCreate : nil)
        }
    }
}
