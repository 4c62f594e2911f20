import ArgumentParsing
import LanguageServices
import Platform

extension ParsedArguments {
    /// What ``Options/sentenceWishes`` ask for; the word and all else is left open.
    func sentenceWishes() throws -> SentenceRequest {
        SentenceRequest(
            word: "",
            language: try languageTag(Options.sentenceLanguage),
            partOfSpeech: try partOfSpeech(),
            sense: try self[Options.sense],
            level: try self[Options.sentenceLevel],
            words: try sentenceLength(),
            topic: try self[Options.topic],
            seed: UInt64(try self[Options.seed] ?? 0)
        )
    }

    /// How many words a sentence may have, as `--words` says.
    private func sentenceLength() throws -> ClosedRange<Int>? {
        try value(of: Options.sentenceLength, expecting: "a length such as 4-12 or 8") { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil, first >= 0,
                last >= max(first, 1)
            else { return nil }
            return first...last
        }
    }

    /// The sentences of the file that `--avoid` names.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or is no text.
    func avoidedSentences() throws -> [String] {
        guard let path = try self[Options.avoid] else { return [] }
        do throws(ServiceError) {
            let bytes = try WholeFile.read(path == "-" ? "/dev/stdin" : path, limit: 1 << 26)
            return try AvoidedSentences.list(bytes, name: path)
        } catch {
            throw CommandFailure(error, error.code == .io ? .noInput : .badData)
        }
    }
}

/// Reads sentences that are not to be given, one a line.
enum AvoidedSentences {
    /// The sentences of a text; empty lines and white space at both ends do not count.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when it is not UTF-8.
    static func list(_ bytes: [UInt8], name: String) throws(ServiceError) -> [String] {
        var list: [String] = []
        var known: Set<[UInt8]> = []
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                let invalid = InvalidByte(in: Array(line))
                throw ServiceError(
                    .invalidRequest,
                    "\(name):\(number + 1):\(invalid.offset + 1): \(invalid.complaint)",
                    remedy: "save the file as UTF-8"
                )
            }
            let sentence = text.trimmed
            if !sentence.isEmpty, known.insert(Array(sentence.utf8)).inserted { list.append(sentence) }
        }
        return list
    }
}

extension String {
    /// The text without white space at both ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
