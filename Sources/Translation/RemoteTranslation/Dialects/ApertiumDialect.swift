import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Apertium's own server, APy, version 0.11.
///
/// - It truncates long texts silently: for a text of 20,000 characters it may translate 10,000 and return status 200.
///   Requests are therefore kept below 9,000 characters.
/// - Texts are sent together as HTML paragraphs, which gives the same result 60 times faster than sending them one by
///   one. The number of returned paragraphs is checked.
/// - It mixes words from different lines, so each line is sent as a separate text.
/// - It marks unknown words with `*`, `#` or `@`. The marks are removed, and a note lists the words.
struct ApertiumDialect: Dialect {
    let service: ServiceIdentity

    static let defaultAddress = "http://127.0.0.1:2737"

    init(_ address: ServiceAddress) {
        service = ServiceIdentity(name: "Apertium", address: address, key: nil)
    }

    let isMetered = false
    let splitsLines = true

    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 200, size: 8900, overhead: 7) }

    func size(of text: String) -> Int { Entities.escaped(text).unicodeScalars.count }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        guard let source = job.source else {
            throw ServiceError(
                .unsupported,
                "\(service.place) does not detect the language of a text",
                remedy: "specify the language of the text"
            )
        }
        let paragraphs = texts.map { "<p>\(Entities.escaped($0))</p>" }.joined()
        let form = FormEncoding.encoded([
            ("langpair", "\(source)|\(job.target)"), ("format", "html"), ("markUnknown", "yes"), ("q", paragraphs),
        ])
        return HTTPRequest(
            .post,
            service.address.text + "/translate",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(form.utf8)
        )
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        guard let whole = try service.json(response)["responseData"]?["translatedText"]?.string else {
            throw service.malformed("without a translation")
        }
        let paragraphs = Self.paragraphs(whole)
        try service.demand(paragraphs.count, of: texts.count)
        return zip(paragraphs, texts).map { paragraph, source in
            let text = SurroundingWhitespace.trimmed(Entities.unescaped(paragraph))
            let (clean, unknown) = UnknownMarks.removed(from: text, source: source)
            var answer = Answer(text: FirstLetter.restored(clean, like: source, target: job.pair.target))
            let words = source.split { !$0.isLetter && !$0.isNumber }
            if !unknown.isEmpty, unknown.count >= words.count {
                return .failure(
                    service.error(.notFound, "cannot translate '\(service.shown(String(source.prefix(80))))'")
                )
            }
            if !unknown.isEmpty {
                answer.notes = ["unknown words: \(service.shown(unknown.joined(separator: ", ")))"]
            }
            return Plausibility.checked(answer, of: source, service)
        }
    }

    /// The contents of the `<p>` elements; text outside them is ignored.
    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "<p>", omittingEmptySubsequences: false).dropFirst().map { part in
            part.firstRange(of: "</p>").map { String(part[..<$0.lowerBound]) } ?? String(part)
        }
    }

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let words = ServerErrorText.message(in: service.failureJSON(response))
        let folded = words?.lowercased() ?? ""
        if response.status == 400, folded.contains("pair") {
            return Refusal(service.unsupported(job, words: words))
        }
        return service.refusal(response, words: words)
    }

    // MARK: Languages

    /// The server accepts two-letter codes as well as its own three-letter codes. Variants appear only in its language
    /// list.
    func needsList(for pair: RequestedPair) -> Bool {
        [pair.source, pair.target].contains { tag in
            guard let tag else { return false }
            return tag.region != nil || tag.script != nil || !tag.others.isEmpty
        }
    }

    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        try service.codes(for: pair, in: list) { LanguageDistance.canonical($0).language }
    }

    var languageRequests: [HTTPRequest] { [HTTPRequest(.get, service.address.text + "/listPairs")] }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        let list = try service.list(in: responses) { $0["responseData"]?.elements }
        let directions = list.compactMap { entry -> LanguageList.Direction? in
            guard let source = entry["sourceLanguage"]?.string, let target = entry["targetLanguage"]?.string else {
                return nil
            }
            return .init(source: source, target: target)
        }
        return LanguageList(directions) { LanguageTag($0).map(LanguageDistance.canonical) }
    }
}

/// Restores the case of the first letter, because Apertium's server capitalises every single word.
enum FirstLetter {
    /// A translation whose first letter has the case of the source's first letter.
    ///
    /// If the source is in lower case, a word that is always capitalised is not changed. German nouns cannot be
    /// recognised here, so German translations are left unchanged. The same applies to words with several capital
    /// letters and, in English, to *I*, days, months and languages.
    static func restored(_ translation: String, like source: String, target: LanguageTag) -> String {
        guard let position = translation.firstIndex(where: \.isLetter), let given = source.first(where: \.isLetter)
        else {
            return translation
        }
        let letter = translation[position]
        let word = translation[position...].prefix { $0.isLetter }
        let changed: String
        if given.isLowercase, letter.isUppercase {
            let isAbbreviation = word.dropFirst().contains(where: \.isUppercase)
            let keeps =
                isAbbreviation || target.language == "de" || target.language == "en" && english.contains(String(word))
            if keeps || source.contains(word) { return translation }
            changed = letter.lowercased()
        } else if given.isUppercase, letter.isLowercase {
            changed = letter.uppercased()
        } else {
            return translation
        }
        return translation[..<position] + changed + translation[translation.index(after: position)...]
    }

    /// English words that are capitalised, although their equivalents in other languages are in lower case.
    private static let english: Set<String> = [
        "I", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January", "February",
        "March",
        "April", "May", "June", "July", "August", "September", "October", "November", "December", "English", "Spanish",
        "French", "German", "Italian", "Portuguese", "Catalan", "Basque", "Galician", "Russian", "Polish", "Dutch",
        "Danish",
        "Swedish", "Norwegian", "Finnish", "Greek", "Latin", "Turkish", "Arabic", "Hebrew", "Chinese", "Japanese",
        "Korean",
        "American", "British", "European", "African", "Asian", "Christian", "Jewish", "Muslim",
    ]
}

/// The marks that Apertium puts before words that it cannot translate: `*` before an unknown word, `@` before a word
/// without a translation, and `#` before a word whose inflected form cannot be generated.
enum UnknownMarks {
    /// A translation without the marks, and the words that were marked. A character that precedes the same word in the
    /// source is not a mark.
    static func removed(from text: String, source: String) -> (text: String, unknown: [String]) {
        guard text.contains(where: { marks.contains($0) }) else { return (text, []) }
        var result = ""
        var unknown: [String] = []
        var position = text.startIndex
        while position < text.endIndex {
            let next = text.index(after: position)
            if marks.contains(text[position]) {
                let word = text[next...].prefix { $0.isLetter || $0.isNumber }
                if !word.isEmpty, !source.contains("\(text[position])\(word)") {
                    unknown.append(String(word))
                    position = next
                    continue
                }
            }
            result.append(text[position])
            position = next
        }
        return (result, unknown)
    }

    private static let marks: Set<Character> = ["*", "@", "#"]
}
