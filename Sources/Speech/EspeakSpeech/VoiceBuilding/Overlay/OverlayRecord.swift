package import LanguageServices
import Platform

/// The record of an overlay, which is stored in its file `overlay.txt`.
///
/// It is written last and lists all required files, so an incomplete overlay is never used. Damage that does not change
/// file sizes is detected only by `VoiceBuilder.matchesBuild`.
struct OverlayRecord: Sendable, Hashable {
    /// The required files and links.
    var items: [Item] = []
    /// The reasons why some accents use only replacements.
    var problems: [ServiceError] = []
    /// The errors in invalid definitions. Their accents are missing.
    var mistakes: [AccentMistake] = []
    /// The accents in the overlay.
    var accents: [AccentSummary] = []

    /// A file with its size, or a link.
    struct Item: Sendable, Hashable {
        var name: String
        var size: Int?
    }

    /// The name of the file.
    static let name = "overlay.txt"

    /// The content of the file.
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
    /// Reads the record of an overlay and checks that all listed files exist.
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
                guard item.isPresent(in: overlay) else { return nil }
                items.append(item)
            default: return nil
            }
        }
    }

    /// Creates an error from three fields: code, message, remedy.
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

    /// A line of tab-separated fields without other control characters.
    private static func plainFields(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map { plain(String($0)) }.joined(separator: "\t")
    }

    private static let title = "parlance voices 5"
}

extension OverlayRecord.Item {
    /// Whether the item still exists in the form in which it was written.
    func isPresent(in overlay: String) -> Bool {
        var status = stat()
        guard lstat("\(overlay)/\(name)", &status) == 0 else { return false }
        guard let size else { return status.st_mode & S_IFMT == S_IFLNK }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
    }
}

/// The regular files in an overlay.
package struct OverlayContent: Sendable {
    /// The files, with their names in the data folder.
    package private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// The reasons why some accents use only espeak-ng's own phonemes.
    package private(set) var problems: [ServiceError] = []

    /// Links accents into the installed data where possible.
    ///
    /// An accent that refers to data that is not installed uses replacements instead. If the installed data has another
    /// format, all accents do so. In both cases, a problem is reported.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the installed data is missing or damaged.
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
                files.append(("\(accent.tableName)_dict", try dictionary.adding(accent.words, set)))
            }
            for replacement in accent.replacements {
                _ = try set.code(replacement.old, replacement.location)
                if replacement.new != "NULL" { _ = try set.code(replacement.new, replacement.location) }
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

/// A hash of everything from which an overlay is built, as sixteen hexadecimal digits. If the hash changes, the overlay
/// is rebuilt.
struct OverlayKey: Sendable, Hashable {
    /// The digits.
    let text: String

    /// Increment it when a change makes the same definitions and data produce a different result.
    private static let builderVersion = 7

    /// Computes the key from the sizes and modification times of the installed data files and from the text of the
    /// definitions.
    init(dataFolder: String, definitions: DefinitionFiles) throws(ServiceError) {
        // A cryptographic hash is unnecessary, because only accidental collisions matter.
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
            // The folder's path is not included, so a checkout keeps its overlay when it is moved.
            add(file.path.split(separator: "/").suffix(2).joined(separator: "/").utf8)
            add(file.bytes)
        }
        text = StableHash.hexadecimal(hash.value)
    }

    /// Whether a file name is a valid name for an overlay.
    static func isKey(_ name: String) -> Bool {
        name.utf8.count == 16 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
