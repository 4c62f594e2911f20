import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Apertium's own server, APy, as version 0.11 answers.
///
/// - It cuts a long text off without a word: of 20,000 characters it may translate 10,000, and say 200. So a request stays
///   below 9,000 characters.
/// - Texts go together as paragraphs of HTML, which is 60 times as fast as one by one and gives the same. The number of
///   paragraphs that come back is checked.
/// - It puts words of other lines together, so each line is a text.
/// - What it does not know it marks with `*`, `#` or `@`; the marks are taken off, and the word stands in a note.
struct ApertiumDialect: Dialect {
    let service: ServiceIdentity

    static let usualAddress = "http://127.0.0.1:2737"

    init(_ address: ServiceAddress) {
        service = ServiceIdentity(name: "Apertium", address: address, key: nil)
    }

    let isMetered = false
    let cutsLines = true

    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 200, size: 8900, overhead: 7) }

    func size(of text: String) -> Int { Entities.escaped(text).unicodeScalars.count }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        guard let source = job.source else {
            throw ServiceError(
                .unsupported,
                "\(service.place) does not guess the language of a text",
                remedy: "name the language of the text"
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
            throw service.misshapen("without a translation")
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
                    service.error(.notFound, "does not know '\(service.shown(String(source.prefix(80))))'")
                )
            }
            if !unknown.isEmpty {
                answer.notes = ["not known: \(service.shown(unknown.joined(separator: ", ")))"]
            }
            return Plausibility.checked(answer, of: source, service)
        }
    }

    /// What stands between `<p>` and `</p>`; what stands outside is a part of none.
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

    /// The server takes codes of two letters as well as its own of three; variants are only in its list.
    func needsList(for pair: WantedPair) -> Bool {
        [pair.source, pair.target].contains { tag in
            guard let tag else { return false }
            return tag.region != nil || tag.script != nil || !tag.others.isEmpty
        }
    }

    func codes(for pair: WantedPair, in list: LanguageList?) throws(ServiceError) -> (source: String?, target: String) {
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

/// The case of the first letter, which Apertium's server always makes a capital for a single word.
enum FirstLetter {
    /// A translation whose first letter has the case of its source's first letter.
    ///
    /// A small letter of the source makes no small letter of a word that is written with a capital always: German nouns
    /// cannot be told from other words here, so German keeps what it is given; so does a word of several capitals, and English
    /// *I*, days, months and languages.
    static func restored(_ translation: String, like source: String, target: LanguageTag) -> String {
        guard let place = translation.firstIndex(where: \.isLetter), let given = source.first(where: \.isLetter) else {
            return translation
        }
        let letter = translation[place]
        let word = translation[place...].prefix { $0.isLetter }
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
        return translation[..<place] + changed + translation[translation.index(after: place)...]
    }

    /// English words that have a capital where other languages write a small letter.
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

/// The marks that Apertium puts before words it could not translate: `*` before one that it does not know, `@` before one
/// without a translation, `#` before one without the form that is needed.
enum UnknownMarks {
    /// A translation without the marks, and the words that bore one. A sign that stands before the same word in the source is
    /// no mark.
    static func removed(from text: String, source: String) -> (text: String, unknown: [String]) {
        guard text.contains(where: { marks.contains($0) }) else { return (text, []) }
        var result = ""
        var unknown: [String] = []
        var place = text.startIndex
        while place < text.endIndex {
            let next = text.index(after: place)
            if marks.contains(text[place]) {
                let word = text[next...].prefix { $0.isLetter || $0.isNumber }
                if !word.isEmpty, !source.contains("\(text[place])\(word)") {
                    unknown.append(String(word))
                    place = next
                    continue
                }
            }
            result.append(text[place])
            place = next
        }
        return (result, unknown)
    }

    private static let marks: Set<Character> = ["*", "@", "#"]
}
