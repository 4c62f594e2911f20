import ArgumentParsing
import Audio
import HapticPatterns
import HapticRendering
import JSON
import LanguageServices
import Platform

/// `parlance feedback show`: shows a pattern as an image, sound or numbers.
struct FeedbackShowVerb: FeedbackVerb {
    let invocation: Invocation

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        if try arguments[Options.light], try arguments[Options.dark] {
            throw arguments.usageError("'--light' and '--dark' cannot be given together")
        }
        var outputs: Set<String> = []
        let named = [Options.svg, Options.png, Options.wav, Options.waveform]
        for path in try named.compactMap({ try arguments[$0] }) where !outputs.insert(path).inserted {
            throw arguments.usageError("two outputs have the same file name '\(path)'")
        }
    }

    func run() async throws -> ExitCode {
        let registry = try await registry()
        let (name, pattern) = try await pattern(registry)
        var written: [String] = []
        func write(_ option: Option<String>, _ body: (String) throws -> Void) throws {
            guard let path = try arguments[option] else { return }
            try CommandFailure.creating { try body(path) }
            written.append(path)
        }
        let appearance: PlotAppearance = try arguments[Options.dark] ? .dark : .light
        try write(Options.svg) {
            try AtomicFile.write(HapticPlot.svg(pattern, title: name, appearance: appearance), to: $0)
        }
        let scale = try arguments[Options.pictureScale] ?? 2
        try write(Options.png) {
            try AtomicFile.write(
                HapticPlot.png(pattern, title: name, appearance: appearance, scale: scale),
                to: $0
            )
        }
        try write(Options.wav) { try writeSound(pattern, title: name, to: $0) }
        try write(Options.waveform) { try AtomicFile.write(numbers(pattern, $0), to: $0) }
        let width = min(console.width, 80)
        return try show(
            .object([
                ("name", .string(name)), ("seconds", .number(pattern.duration)),
                ("events", .integer(pattern.events.count)), ("files", .strings(written)),
            ]),
            written.isEmpty ? TerminalPlot(pattern, title: name, width: width, isUnicode: isUnicode).lines : []
        )
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
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: rate), tags: SoundTags(title: title))
        try file.append(samples)
        try file.finish()
    }
}
