import LanguageServices
import Platform
import Synchronization

/// The record of a folder's speech files, which lets an interrupted run resume.
///
/// The record is a hidden text file with one line per file: a hash of the text and of everything that affects its
/// audio, the file size, the duration in microseconds, and the file name. A file is kept if the last line with its name
/// has the expected hash and size; all other files are overwritten. The record is append-only, so a crash costs only
/// time; no files are lost.
final class SpokenRecord: Sendable {
    private struct Entry {
        var key: String
        var size: Int64
        var duration: Duration
    }

    private let folder: String
    private let settings: String
    private let entries: [String: Entry]
    private let state = Mutex(State())

    private struct State {
        /// The file descriptor; -1 when closed.
        var descriptor: Int32 = -1
        /// Lines that have not been written yet.
        var pending: [UInt8] = []
    }

    /// The file name of the record.
    static let name = ".parlance-speech"

    /// Opens a folder's record.
    ///
    /// - Parameters:
    ///   - folder: An existing folder.
    ///   - settings: Everything, except the text, that affects the audio.
    ///   - isReading: Whether existing entries are used; if not, all files are overwritten.
    init(folder: String, settings: String, isReading: Bool) {
        self.folder = folder
        self.settings = settings
        entries = isReading ? Self.read("\(folder)/\(Self.name)") : [:]
    }

    deinit {
        flush()
        state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
    }

    /// The duration of an existing file that is up to date; `nil` if it must be written.
    func duration(ofKept name: String, text: String) -> Duration? {
        guard let entry = entries[name], entry.key == key(of: text), size(of: name) == entry.size else { return nil }
        return entry.duration
    }

    /// Records a written file.
    func add(_ name: String, text: String, duration: Duration) { add(name, key: key(of: text), duration) }

    /// Records a written file under the key of its text; see ``key(of:)``.
    func add(_ name: String, key: String, _ duration: Duration) {
        guard let size = size(of: name) else { return }
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let line = "\(key)\t\(size)\t\(microseconds)\t\(name)\n"
        let isFull = state.withLock { state in
            state.pending += line.utf8
            return state.pending.count > 4096
        }
        if isFull { flush() }
    }

    /// Writes pending lines. If the record cannot be written, the next run repeats the work.
    func flush() {
        state.withLock { state in
            guard !state.pending.isEmpty else { return }
            if state.descriptor < 0 {
                let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
                state.descriptor = open("\(folder)/\(Self.name)", flags, 0o666)
            }
            _ = FileDescriptor.write(state.pending, to: state.descriptor)
            state.pending = []
        }
    }

    private func size(of name: String) -> Int64? {
        var status = stat()
        guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// A hash of the text and of everything that affects its audio.
    func key(of text: String) -> String {
        String(StableHash.of(settings, text), radix: 16)
    }

    /// The longest valid duration: 30 days, in microseconds.
    private static let maximumLength: Int64 = 30 * 86_400 * 1_000_000

    private static func read(_ path: String) -> [String: Entry] {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let bytes = try? WholeFile.read(path, limit: 1 << 28)
        else { return [:] }
        var entries: [String: Entry] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard fields.count == 4, let size = Int64(fields[1]), let microseconds = Int64(fields[2]),
                (0...maximumLength).contains(microseconds)
            else { continue }
            entries[fields[3]] = Entry(key: fields[0], size: size, duration: .microseconds(microseconds))
        }
        return entries
    }
}
