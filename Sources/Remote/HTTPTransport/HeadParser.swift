/// Reads the head of an answer, line by line.
struct HeadParser {
    /// What a line was.
    enum Step {
        case more
        case complete(status: Int, HTTPHeaders)
        case tooLarge
    }

    private var status = 0
    private var headers = HTTPHeaders()
    private var bytes = 0
    private var isAtStart = true

    /// No service sends more.
    private static let limit = 256 << 10

    /// Reads a line with its end of line. After the line that is empty, a new head begins.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        bytes += line.count
        guard bytes <= Self.limit else { return .tooLarge }
        var line = UnsafeRawBufferPointer(rebasing: line[...])
        while let last = line.last, last == 10 || last == 13 {
            line = UnsafeRawBufferPointer(rebasing: line.dropLast())
        }
        if line.isEmpty {
            isAtStart = true
            return .complete(status: status, headers)
        }
        let text = String(decoding: line, as: UTF8.self)
        if isAtStart {
            isAtStart = false
            headers = HTTPHeaders()
            let parts = text.split(separator: " ", maxSplits: 2)
            status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        } else if let colon = text.firstIndex(of: ":") {
            headers.add(String(text[..<colon]), Self.trimmed(text[text.index(after: colon)...]))
        }
        return .more
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
