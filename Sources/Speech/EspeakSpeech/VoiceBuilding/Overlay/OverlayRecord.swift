import LanguageServices
import Platform

/// What an overlay says of itself in its file `overlay.txt`.
///
/// It is written last, and names everything that must be there, so that one that lacks
/// something is not used. Damage that leaves the sizes alone is found by `VoiceBuilder.isAsBuilt` only.
struct OverlayRecord: Sendable, Hashable {
    /// Everything that must be there.
    var items: [Item]
    /// The accents that are made of replacements only, and why.
    var problems: [ServiceError]
    /// What is wrong in the definitions of accents that are not in it.
    var mistakes: [AccentMistake]
    /// The accents that are in it.
    var accents: [AccentSummary]

    /// A file with its size, or a link.
    struct Item: Sendable, Hashable {
        var name: String
        var size: Int?
    }

    /// The file's name.
    static let name = "overlay.txt"

    /// The text of the file.
    var text: String {
        var lines = [Self.title]
        func add(_ fields: [String], _ error: ServiceError) {
            let fields = fields + ["\(error.code)", error.message, error.remedy ?? ""]
            lines.append(fields.map(Self.plain).joined(separator: "\t"))
        }
        for problem in problems { add(["problem"], problem) }
        for mistake in mistakes { add(["mistake", mistake.folder], mistake.error) }
        for accent in accents { lines += accent.lines.map(Self.plainFields) }
        for item in items { lines.append("\(item.size.map { "file\t\($0)" } ?? "link\t0")\t\(item.name)") }
        return (lines + ["end"]).joined(separator: "\n") + "\n"
    }

    init(items: [Item], problems: [ServiceError], mistakes: [AccentMistake], accents: [AccentSummary]) {
        self.items = items
        self.problems = problems
        self.mistakes = mistakes
        self.accents = accents
    }

    /// Reads the record of an overlay, and looks whether all that it names is there.
    init?(of overlay: String) {
        guard let bytes = try? WholeFile.read("\(overlay)/\(Self.name)", limit: 1 << 20) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.first == Substring(Self.title), lines.last == "end" else { return nil }
        items = []
        problems = []
        mistakes = []
        accents = []
        for line in lines.dropFirst().dropLast() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch fields.first {
            case "problem":
                guard fields.count == 4 else { return nil }
                problems.append(Self.error(fields[1...]))
            case "mistake":
                guard fields.count == 5 else { return nil }
                mistakes.append(AccentMistake(folder: fields[1], error: Self.error(fields[2...])))
            case "accent":
                guard let accent = AccentSummary(accentLine: fields) else { return nil }
                accents.append(accent)
            case "voice":
                guard let last = accents.indices.last, accents[last].addVoice(line: fields) else { return nil }
            case "symbol":
                guard let last = accents.indices.last, fields.count == 3 else { return nil }
                accents[last].symbols[fields[1]] = fields[2]
            case "file", "link":
                guard fields.count == 3, let size = Int(fields[1]) else { return nil }
                let item = Item(name: fields[2], size: fields[0] == "file" ? size : nil)
                guard item.isThere(in: overlay) else { return nil }
                items.append(item)
            default: return nil
            }
        }
    }

    /// An error of three fields: code, message, remedy.
    private static func error(_ fields: ArraySlice<String>) -> ServiceError {
        let (code, message, remedy) = (fields.startIndex, fields.startIndex + 1, fields.startIndex + 2)
        return ServiceError(
            .init(rawValue: fields[code]),
            fields[message],
            remedy: fields[remedy].isEmpty ? nil : fields[remedy]
        )
    }

    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    /// A line with tabs between its fields, and no other control characters.
    private static func plainFields(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map { plain(String($0)) }.joined(separator: "\t")
    }

    private static let title = "parlance voices 5"
}

extension OverlayRecord.Item {
    /// Whether it is there as it was written.
    func isThere(in overlay: String) -> Bool {
        var status = stat()
        guard lstat("\(overlay)/\(name)", &status) == 0 else { return false }
        guard let size else { return status.st_mode & S_IFMT == S_IFLNK }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
    }
}
