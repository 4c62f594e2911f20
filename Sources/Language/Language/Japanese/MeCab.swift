import CMeCab
package import LanguageServices
import Platform
import Synchronization

/// MeCab, which segments Japanese texts and provides readings.
///
/// The library is loaded and its dictionary opened on first use; after a failure, the next call tries again. Several
/// threads may use an instance at the same time.
package final class MeCab: Sendable {
    private let library: String?
    private let settings: String?
    private let opened = Mutex<Model?>(nil)

    /// - Parameters:
    ///   - library: The path of libmecab; `nil` uses the installed library.
    ///   - settings: The path of a `mecabrc`; `nil` uses the default of the `mecab` program: `~/.mecabrc`, the file
    ///     named in the variable `MECABRC`, or the system's file.
    package init(library: String? = nil, settings: String? = nil) {
        self.library = library
        self.settings = settings
    }

    /// Whether the library and a dictionary are available.
    package var isAvailable: Bool { (try? model()) != nil }

    /// The library and the dictionary in use: `libmecab 0.996 with /var/lib/mecab/dic/debian/sys.dic`.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if one of them is missing or unreadable.
    package func description() throws(ServiceError) -> String {
        let model = try model()
        return "libmecab \(model.version) with \(model.dictionary)"
    }

    /// The words in a text.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the library or its dictionary is missing or unreadable;
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

    /// A Japanese text romanised according to the revised Hepburn system, with spaces between words.
    ///
    /// The romanisation follows the pronunciation: the particles *は*, *へ* and *を* become *wa*, *e* and *o*. Endings are
    /// attached to their verbs.
    ///
    /// - Returns: `nil` if the text contains only Latin script, or if it contains kanji that MeCab cannot read.
    /// - Throws: The errors thrown by ``words(of:)``.
    package func romanization(of text: String) throws(ServiceError) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: { JapaneseWord.isKana($0) || JapaneseWord.isKanji($0) }) else { return nil }
        return JapaneseWord.romanization(of: scalars, words: try words(of: scalars))
    }

    /// The maximum length of a piece, in scalars.
    ///
    /// libmecab uses 16 bits to count the bytes in a word and in the spaces before it, which is sufficient for this
    /// length. It also needs about one kilobyte of memory per scalar.
    static let maximumPieceLength = 16_000

    /// Splits a long text at the ends of sentences or at spaces, where possible.
    private static func pieces(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        while scalars.count - start > maximumPieceLength {
            let most = start + maximumPieceLength
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

/// The library and its opened dictionaries. The object is immutable and can be shared.
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
            // The library's messages start with a source location: "param.cpp(69) [ifs] no such file or directory:
            // mecabrc".
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
                "MeCab's dictionary \(dictionary) is encoded in \(encoding) instead of UTF-8",
                remedy: "install the package mecab-ipadic-utf8, and set 'dicdir' in mecabrc to its dictionary"
            )
        }
    }

    deinit { cmecab_close(pointer) }

    /// MeCab's output for a text.
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
            throw ServiceError(.unavailable, "MeCab cannot analyse the text: \(lines)")
        }
        return lines
    }

    /// Takes ownership of a C string from the library.
    private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "out of memory" }
        defer { free(text) }
        return String(cString: text)
    }
}
