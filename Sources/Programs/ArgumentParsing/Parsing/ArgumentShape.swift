/// What an argument looks like, before anything is known about the options of the command.
enum ArgumentShape: Equatable {
    /// `--`: everything behind it is a word.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, value: String?)
    /// `-abc`: the scalars behind the dash.
    case short(String)
    /// Anything else: a text, the empty text, `-`, or a negative number.
    case word

    init(_ argument: String) {
        // Code points, not characters: a combining mark behind a dash or an equals sign would merge with it.
        let scalars = argument.unicodeScalars
        guard scalars.first == "-", !Self.isNegativeNumber(argument) else {
            self = .word
            return
        }
        let body = scalars.dropFirst()
        guard body.first == "-" else {
            self = body.isEmpty ? .word : .short(String(body))
            return
        }
        let name = body.dropFirst()
        if name.isEmpty {
            self = .terminator
        } else if let equals = name.firstIndex(of: "=") {
            self = .long(name: String(name[..<equals]), value: String(name[name.index(after: equals)...]))
        } else {
            self = .long(name: String(name), value: nil)
        }
    }

    /// Whether the argument can stand as a value or a word by itself.
    var isWord: Bool { self == .word }

    /// `-1`, `-.5`, `-10%`: a dash and a digit never start an option.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        var bytes = argument.utf8.dropFirst()
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
        }
        return bytes.first.map(Decimal.isDigit) ?? false
    }
}
