package import LanguageServices

/// Finds the base forms of words by the analyser of an Apertium language pair, `lt-proc`, which is kept running.
package final class ApertiumAnalyser: Sendable {
    /// A base form of a word, and what kind of word it is then.
    package struct Lemma: Sendable, Hashable {
        /// The base form: *go* for *went*.
        package var text: String
        /// The kind, where Apertium's tag is one that is known here.
        package var partOfSpeech: PartOfSpeech?
        /// Apertium's tags: `vblex`, `past`.
        package var tags: [String]
    }

    private let pipeline: ApertiumPipeline

    init(name: String, stage: ApertiumStage, patience: Duration) {
        pipeline = ApertiumPipeline(name: name, stages: [stage], patience: patience)
    }

    /// Finds the analyser of a language among the installed pairs.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - modes: The folder of the modes; Debian's when it is not given.
    /// - Returns: `nil` when no pair has one.
    package convenience init?(language: LanguageTag, modes: String? = nil) {
        guard let modes = try? ModeFolder(path: modes ?? ModeFolder.usual).modes() else { return nil }
        self.init(language: language, among: modes, patience: .seconds(10))
    }

    convenience init?(language: LanguageTag, among modes: [ApertiumMode], patience: Duration) {
        let found = modes.first { mode in
            mode.analyserStage != nil && ModeFolder.isSame(mode.pair.source, as: language)
        }
        guard let found, let stage = found.analyserStage else { return nil }
        self.init(name: found.name, stage: stage, patience: patience)
    }

    /// The base forms of each of some words; none for a word that is not known.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the programs are not installed; `ServiceError.Code.cancelled`.
    package func lemmas(of forms: [String]) async throws(ServiceError) -> [[Lemma]] {
        // A blank around each word, and no special marks: what is no word has no lemma.
        let isWord = forms.map { Segment(parts: [.words($0)]).singleWord != nil }
        let sent = zip(forms, isWord).filter(\.1).map { StreamFormat.escaped($0.0) }
        var answers = try await pipeline.send(sent)[...]
        return forms.indices.map { index in
            guard isWord[index], let answer = answers.popFirst() else { return [] }
            return Self.lemmas(in: answer)
        }
    }

    /// The base forms of a word, for a caller that cannot wait in a task; blocks its thread for a moment.
    ///
    /// - Returns: None when the word is not known, or the analyser fails.
    package func lemmasNow(of form: String) -> [Lemma] {
        guard Segment(parts: [.words(form)]).singleWord != nil,
            let answers = try? pipeline.sendNow([StreamFormat.escaped(form)]), let answer = answers.first
        else { return [] }
        return Self.lemmas(in: answer)
    }

    /// Ends the program; a later request fails.
    package func shutdown() async { await pipeline.shutdown() }

    private static func lemmas(in answer: Result<String, ServiceError>) -> [Lemma] {
        guard case .success(let text) = answer else { return [] }
        let units = LexicalUnit.all(in: text)
        // More than one unit: it was taken to be several words.
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
