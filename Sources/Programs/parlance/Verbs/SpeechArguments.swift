import ArgumentParsing
import Audio
import LanguageServices
import ServiceRegistry

extension Options {
    /// How texts are spoken: what every verb understands that writes speech.
    static let speaking: [any OptionDeclaration] = [
        lexicon, rate, pitch, volume, gap, normalize, noNormalize, loudness, trim, pad, times, pause, slowing,
        deterministic,
    ]
}

extension ParsedArguments {
    /// What ``Options/speaking`` and `--accent` ask of the provider.
    func speechRequest() throws -> SpeechRequest {
        SpeechRequest(
            text: "",
            language: try languageTag(Options.accent),
            rate: try self[Options.rate],
            pitch: try self[Options.pitch],
            volume: try self[Options.volume],
            wordGap: try self[Options.gap].map { .seconds($0) },
            isDeterministic: try self[Options.deterministic],
            pronunciations: try pronunciations()
        )
    }

    /// Refuses options of treatment that contradict each other.
    func checkSpeechTreatment() throws {
        if try self[Options.noNormalize], try self[Options.normalize] || self[Options.loudness] != nil {
            throw usageError("'--no-normalize' goes with neither '--normalize' nor '--loudness'")
        }
        if try self[Options.times] ?? 1 == 1, try self[Options.pause] != nil || self[Options.slowing] != nil {
            throw usageError("'--pause' and '--slower' are for '--repeat'; add it")
        }
    }

    /// What is done to the speech: as the command line says, which counts most, or as the configuration of a provider does.
    func speechTreatment(for provider: any SpeechProvider) throws -> SpeechTreatment {
        var treatment = SpeechTreatment()
        if try self[Options.trim] { treatment.processing.trimming = SpeechProcessing.Trimming() }
        let isLeft = try self[Options.noNormalize]
        let isNormalizing = provider.defaults.isNormalizing ?? false
        if try self[Options.normalize] || (isNormalizing && !isLeft) {
            treatment.processing.loudness = SpeechProcessing.usualLoudness
        }
        if let loudness = try self[Options.loudness] { treatment.processing.loudness = loudness }
        if let pad = try self[Options.pad] {
            treatment.processing.leadingPause = .seconds(pad)
            treatment.processing.trailingPause = .seconds(pad)
        }
        treatment.times = try self[Options.times] ?? 1
        if let pause = try self[Options.pause] { treatment.pause = .seconds(pause) }
        treatment.slowing = try self[Options.slowing] ?? 1
        return treatment
    }
}
