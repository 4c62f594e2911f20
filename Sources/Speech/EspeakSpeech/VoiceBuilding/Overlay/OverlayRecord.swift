package import LanguageServices
import Platform

/// What an overlay says of itself in its file `overlay.txt`.
///
/// It is written last, and names everything that must be there, so that one that lacks
/// something is not used. Damage that leaves the sizes alone is found by `VoiceBuilder.matchesBuild` only.
struct OverlayRecord: Sendable, Hashable {
    /// Everything that must be there.
    var items: [Item] = []
    /// The accents that are made of replacements only, and why.
    var problems: [ServiceError] = []
    /// What is wrong in the definitions of accents that are not in it.
    var mistakes: [AccentMistake] = []
    /// The accents that are in it.
    var accents: [AccentSummary] = []

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
}

extension OverlayRecord {
    /// Reads the record of an overlay, and looks whether all that it names is there.
    init?(of overlay: String) {
        guard let bytes = try? WholeFile.read("\(overlay)/\(Self.name)", limit: 1 << 20) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.first == Substring(Self.title), lines.last == "end" else { return nil }
        self.init()
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

/// The files of an overlay that are not links.
package struct OverlayContent: Sendable {
    /// The files, by their names in the data folder.
    package private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// Why some accents are made of espeak-ng's own phonemes only.
    package private(set) var problems: [ServiceError] = []

    /// Links accents into installed data, each as far as it goes.
    ///
    /// An accent that refers to what is not installed, or all of them when the data has another format, are made with
    /// replacements instead, and a problem says so.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the installed data is missing or damaged.
    package init(_ accents: [AccentDefinition], dataFolder: String) throws(ServiceError) {
        var installed: InstalledData?
        do throws(ServiceError) {
            installed = try InstalledData(dataFolder)
        } catch  where error.code == .unsupported {
            problems.append(error)
        }
        var linker = installed.map(PhonemeLinker.init)
        for accent in accents {
            let isLinked = try link(accent, with: &linker, dataFolder)
            for index in accent.voices.indices {
                let text = accent.voiceFile(of: index, isLinked: isLinked)
                files.append(("lang/\(accent.voices[index].identifier)", Array(text.utf8)))
            }
        }
        files += linker?.files ?? []
    }

    private mutating func link(
        _ accent: AccentDefinition,
        with linker: inout PhonemeLinker?,
        _ dataFolder: String
    ) throws(ServiceError) -> Bool {
        guard var trial = linker else { return false }
        do throws(ServiceError) {
            let set = try trial.add(accent)
            if !accent.words.isEmpty {
                let name = "\(accent.dictionary)_dict"
                let dictionary = try WordLinker(InstalledData.read(dataFolder, name, 1 << 24), name: name)
                files.append(("\(accent.ownName)_dict", try dictionary.adding(accent.words, set)))
            }
            for replacement in accent.replacements {
                _ = try set.code(replacement.old, replacement.place)
                if replacement.new != "NULL" { _ = try set.code(replacement.new, replacement.place) }
            }
        } catch {
            guard error.code == .configuration || error.code == .limitExceeded else { throw error }
            problems.append(error)
            return false
        }
        linker = trial
        return true
    }
}

/// What an overlay is made of, in sixteen hexadecimal digits; it is built anew when one of them changes.
struct OverlayKey: Sendable, Hashable {
    /// The digits.
    let text: String

    /// Raised when the same definitions and data give another result.
    private static let builderVersion = 7

    /// Takes the key of the installed data, by the sizes and times of its files, and of the definitions, by their text.
    init(dataFolder: String, definitions: DefinitionFiles) throws(ServiceError) {
        // Nobody is to be kept from making two alike, they only must not be alike by chance.
        var hash = StableHash()
        func add(_ bytes: some Sequence<UInt8>) {
            hash.add(bytes)
            hash.add([0xFF])
        }
        add("\(Self.builderVersion) \(dataFolder)".utf8)
        for name in try Folder.names(in: dataFolder) {
            var status = stat()
            guard stat("\(dataFolder)/\(name)", &status) == 0 else { continue }
            #if canImport(Darwin)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            add("\(name) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)".utf8)
        }
        for file in definitions.all {
            // The folders' own place does not matter, so that a checkout that is moved needs no other overlay.
            add(file.path.split(separator: "/").suffix(2).joined(separator: "/").utf8)
            add(file.bytes)
        }
        text = StableHash.hexadecimal(hash.value)
    }

    /// Whether a file name may be that of an overlay.
    static func isKey(_ name: String) -> Bool {
        name.utf8.count == 16 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
