import LanguageServices
import Platform
import Synchronization

/// What has been spoken into a folder, by whom and how, so that a run that was broken off goes on where it was.
///
/// The record is a hidden text file in the folder, with a line for each file: a hash of the text and of everything that
/// changes its audio, the size of the file, its length in microseconds, and its name. A file is kept when the last line with
/// its name says what would be written now, and its size is right; whatever else is there is written anew. The record is
/// only ever added to, so what is lost of it in a crash costs time and nothing else.
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
        /// The open file, -1 while there is none.
        var descriptor: Int32 = -1
        /// What has been noted and not written.
        var pending: [UInt8] = []
    }

    /// The name of the record in its folder.
    static let name = ".parlance-speech"

    /// Opens the record of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is there.
    ///   - settings: Everything that changes the audio, besides the text.
    ///   - isReading: Whether what stands in it counts; otherwise everything is written anew.
    init(folder: String, settings: String, isReading: Bool) {
        self.folder = folder
        self.settings = settings
        entries = isReading ? Self.read("\(folder)/\(Self.name)") : [:]
    }

    deinit {
        flush()
        state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
    }

    /// How long a file lasts that is there already as it would be written now.
    func duration(ofKept name: String, text: String) -> Duration? {
        guard let entry = entries[name], entry.key == key(of: text), size(of: name) == entry.size else { return nil }
        return entry.duration
    }

    /// Notes a file that has been written.
    func add(_ name: String, text: String, duration: Duration) { add(name, key: key(of: text), duration) }

    /// Notes a file that has been written as a key says, which ``key(of:)`` gave for its text.
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

    /// Writes what has been noted. Without a record everything works, and is done again next time.
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

    /// What stands for a text and for everything that changes its audio.
    func key(of text: String) -> String {
        String(StableHash.of(settings, text), radix: 16)
    }

    /// No file is longer: 30 days, in microseconds.
    private static let longest: Int64 = 30 * 86_400 * 1_000_000

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
                (0...longest).contains(microseconds)
            else { continue }
            entries[fields[3]] = Entry(key: fields[0], size: size, duration: .microseconds(microseconds))
        }
        return entries
    }
}
