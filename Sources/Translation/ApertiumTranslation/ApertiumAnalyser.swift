package import LanguageServices

/// Finds the base forms of words using Apertium's analyser, `lt-proc`, which is kept running.
package final class ApertiumAnalyser: Sendable {
    /// A base form of a word and its part of speech.
    package struct Lemma: Sendable, Hashable {
        /// The base form: *go* for *went*.
        package var text: String
        /// The part of speech, if Apertium's tag has an equivalent.
        package var partOfSpeech: PartOfSpeech?
        /// Apertium's tags: `vblex`, `past`.
        package var tags: [String]
    }

    private let pipeline: ApertiumPipeline

    init(name: String, stage: ApertiumStage, idleTimeout: Duration) {
        pipeline = ApertiumPipeline(name: name, stages: [stage], idleTimeout: idleTimeout)
    }

    /// Finds the analyser for a language among the installed pairs.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - modes: The folder that contains the modes; `nil` means Debian's folder.
    /// - Returns: `nil` if no pair has one.
    package convenience init?(language: LanguageTag, modes: String? = nil) {
        guard let modes = try? ModeFolder(path: modes ?? ModeFolder.debianPath).modes() else { return nil }
        self.init(language: language, among: modes, idleTimeout: .seconds(10))
    }

    convenience init?(language: LanguageTag, among modes: [ApertiumMode], idleTimeout: Duration) {
        let found = modes.first { mode in
            mode.analyserStage != nil && ModeFolder.isSame(mode.pair.source, as: language)
        }
        guard let found, let stage = found.analyserStage else { return nil }
        self.init(name: found.name, stage: stage, idleTimeout: idleTimeout)
    }

    /// The base forms of each word; an empty array for an unknown word.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the programs are not installed; `ServiceError.Code.cancelled`.
    package func lemmas(of forms: [String]) async throws(ServiceError) -> [[Lemma]] {
        // Only single words without special marks are sent; other texts have no lemmas.
        let isWord = forms.map { Segment(parts: [.words($0)]).singleWord != nil }
        let sent = zip(forms, isWord).filter(\.1).map { StreamFormat.escaped($0.0) }
        var answers = try await pipeline.send(sent)[...]
        return forms.indices.map { index in
            guard isWord[index], let answer = answers.popFirst() else { return [] }
            return Self.lemmas(in: answer)
        }
    }

    /// The base forms of a word, for synchronous callers. Blocks the thread briefly.
    ///
    /// - Returns: An empty array if the word is unknown or the analyser fails.
    package func lemmasNow(of form: String) -> [Lemma] {
        guard Segment(parts: [.words(form)]).singleWord != nil,
            let answers = try? pipeline.sendNow([StreamFormat.escaped(form)]), let answer = answers.first
        else { return [] }
        return Self.lemmas(in: answer)
    }

    /// Terminates the process; later requests fail.
    package func shutdown() async { await pipeline.shutdown() }

    private static func lemmas(in answer: Result<String, ServiceError>) -> [Lemma] {
        guard case .success(let text) = answer else { return [] }
        let units = LexicalUnit.all(in: text)
        // More than one unit: the input was analysed as several words.
        guard units.count == 1, let unit = units.first else { return [] }
        var lemmas: [Lemma] = []
        for reading in unit.others where reading.isKnown {
            let lemma = Lemma(text: reading.plainLemma, partOfSpeech: reading.partOfSpeech, tags: reading.tags)
            if !lemmas.contains(where: { $0.text == lemma.text && $0.partOfSpeech == lemma.partOfSpeech }) {
                lemmas.append(lemma)
            }
        }
        return lemmas
    }
}
