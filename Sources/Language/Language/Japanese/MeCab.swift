import CMeCab
package import LanguageServices
import Platform
import Synchronization

/// MeCab, which finds the words of Japanese texts and their readings.
///
/// Its library is loaded and its dictionary opened by the first call that needs them; a failure is tried again by the next.
/// Several threads may use a value at the same time.
package final class MeCab: Sendable {
    private let library: String?
    private let settings: String?
    private let opened = Mutex<Model?>(nil)

    /// - Parameters:
    ///   - library: The file of libmecab; the installed one when it is not given.
    ///   - settings: A `mecabrc`; the one that the program `mecab` takes when it is not given: `~/.mecabrc`, the one that the
    ///     variable `MECABRC` names, or the one of the system.
    package init(library: String? = nil, settings: String? = nil) {
        self.library = library
        self.settings = settings
    }

    /// Whether the library and a dictionary are there.
    package var isAvailable: Bool { (try? model()) != nil }

    /// The library and the dictionary that are used: `libmecab 0.996 with /var/lib/mecab/dic/debian/sys.dic`.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when one of them is missing or cannot be read.
    package func description() throws(ServiceError) -> String {
        let model = try model()
        return "libmecab \(model.version) with \(model.dictionary)"
    }

    /// The words of a text.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the library or its dictionary is missing or cannot be read;
    ///   `ServiceError.Code.cancelled`.
    package func words(of scalars: [Unicode.Scalar]) throws(ServiceError) -> [JapaneseWord] {
        guard !scalars.isEmpty else { return [] }
        let model = try model()
        var words: [JapaneseWord] = []
        for piece in Self.pieces(of: scalars) {
            try ServiceError.checkCancellation()
            let text = String(scalars: scalars[piece].map { $0.value < 0x20 ? " " : $0 }[...])
            words += JapaneseWord.words(inMeCab: try model.lines(of: text), of: scalars, in: piece)
        }
        return words
    }

    /// A Japanese text in Latin letters, by the revised Hepburn system, with spaces between words.
    ///
    /// It follows the sound: the particles *は*, *へ*, *を* are *wa*, *e*, *o*. Endings stand with their verbs.
    ///
    /// - Returns: `nil` when the text holds nothing that is not Latin already, or kanji that MeCab cannot read.
    /// - Throws: As ``words(of:)``.
    package func romanization(of text: String) throws(ServiceError) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: { JapaneseWord.isKana($0) || JapaneseWord.isKanji($0) }) else { return nil }
        return JapaneseWord.romanization(of: scalars, words: try words(of: scalars))
    }

    /// The longest piece, in scalars.
    ///
    /// libmecab counts the bytes of a word with the spaces before it in 16 bits, which is enough for these, and needs about
    /// one kilobyte of memory for each scalar.
    static let longestPiece = 16_000

    /// A long text in pieces that end with a sentence or a space where there is one.
    private static func pieces(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        while scalars.count - start > longestPiece {
            let most = start + longestPiece
            let end = scalars[start..<most].lastIndex { "。！？".unicodeScalars.contains($0) || $0.value <= 0x20 }
            pieces.append(start..<(end.map { $0 + 1 } ?? most))
            start = pieces.last?.upperBound ?? most
        }
        pieces.append(start..<scalars.count)
        return pieces
    }

    private func model() throws(ServiceError) -> Model {
        try opened.withLock { opened throws(ServiceError) in
            if let opened { return opened }
            let model = try Model(library: library, settings: settings)
            opened = model
            return model
        }
    }
}

/// The library with its dictionaries opened. It does not change, so that it may be shared.
private final class Model: @unchecked Sendable {
    private let pointer: OpaquePointer

    var version: String { String(cString: cmecab_version(pointer)) }
    var dictionary: String { String(cString: cmecab_dictionary(pointer)) }

    init(library: String?, settings: String?) throws(ServiceError) {
        var opened: OpaquePointer?
        var reason: UnsafeMutablePointer<CChar>?
        let outcome = cmecab_open(library, settings, &opened, &reason)
        let text = Self.take(reason)
        guard let opened else {
            let isMissing = outcome == CMECAB_NO_LIBRARY
            // The library begins with the place in its source: "param.cpp(69) [ifs] no such file or directory: mecabrc".
            let last = text.split(separator: "] ").last.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
            let cause = isMissing || last.isEmpty ? text : last
            throw ServiceError(
                .unavailable,
                isMissing ? "cannot load MeCab: \(cause)" : "MeCab cannot open its dictionary: \(cause)",
                remedy: isMissing
                    ? "install the packages libmecab2 and mecab-ipadic-utf8"
                    : "install the package mecab-ipadic-utf8, or correct the mecabrc that names the dictionary"
            )
        }
        pointer = opened
        let encoding = String(cString: cmecab_encoding(opened))
        guard ["utf-8", "utf_8", "utf8"].contains(encoding.lowercased()) else {
            throw ServiceError(
                .unavailable,
                "the dictionary \(dictionary) of MeCab is encoded in \(encoding), not in UTF-8",
                remedy: "install the package mecab-ipadic-utf8, and name its dictionary in mecabrc"
            )
        }
    }

    deinit { cmecab_close(pointer) }

    /// What MeCab prints for a text.
    func lines(of text: String) throws(ServiceError) -> String {
        var text = text
        var answer: UnsafeMutablePointer<CChar>?
        let outcome = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                bytes.baseAddress.map { cmecab_words(pointer, $0, bytes.count, &answer) } ?? CMECAB_FAILED
            }
        }
        let lines = Self.take(answer)
        guard outcome == CMECAB_DONE else {
            throw ServiceError(.unavailable, "MeCab cannot read the text: \(lines)")
        }
        return lines
    }

    /// A text that the library gave.
    private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "out of memory" }
        defer { free(text) }
        return String(cString: text)
    }
}
