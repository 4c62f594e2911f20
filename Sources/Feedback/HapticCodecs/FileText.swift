import JSON

/// JSON of files that people look at.
enum FileText {
    /// A document of several lines, with a line break at its end.
    static func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes = JSONWriter.bytes(value, form: .pretty)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// A number; zero has no sign.
    static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }
}
