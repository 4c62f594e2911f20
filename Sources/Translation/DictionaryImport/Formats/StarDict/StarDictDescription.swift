import LanguageServices
import Platform

/// The `.ifo` file of a StarDict dictionary: a line that names the format, and lines of `key=value`.
struct StarDictDescription {
    let values: [String: String]

    /// Reads it.
    init(path: String) throws(ServiceError) {
        let text = String(decoding: try WholeStream.read(path, limit: 1 << 20), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard let first = lines.first, first.contains("StarDict's dict ifo file") else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(path)) does not begin like the description of a StarDict dictionary",
                remedy: "install or copy the dictionary again"
            )
        }
        var values: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].filter { !$0.isWhitespace }
            values[String(key)] = String(line[line.index(after: equals)...].drop { $0 == " " })
        }
        self.values = values
    }

    /// The types of the fields of every entry, when all have the same.
    var fieldTypes: [UInt8] { Array((values["sametypesequence"] ?? "").utf8) }

    /// Whether places in the file of texts have 64 bits.
    var hasWideOffsets: Bool { values["idxoffsetbits"] == "64" }
}
