import CEspeakWorker
import CSpawn
import LanguageServices
import Platform

/// A child process that runs `parlance-espeak` and synthesises speech for this process; see `CEspeakWorker.h`.
///
/// It answers one request after another. It can be killed from any thread, and is reaped when the last reference to it
/// is released.
final class EspeakWorker: Sendable {
    /// A request to speak a text.
    struct Request {
        var text: String
        var voice: String
        var prosody = EspeakProsody()
        /// Flags from `espeak_worker_flags`.
        var flags: UInt32 = 0
        var output = espeak_worker_output(0)
        /// Whether the library must be in its initial state, as in a new process. Requests that differ in this value
        /// are sent to different children.
        var isFresh = false

        /// The error if the child cannot accept the request; `nil` if it can.
        var complaint: ServiceError? {
            if (1...255).contains(voice.utf8.count), text.utf8.count <= Int(ESPEAK_WORKER_MAX_TEXT_LENGTH) {
                return nil
            }
            return ServiceError(.limitExceeded, "the text or the voice name is too long for espeak-ng")
        }

        /// Whether the request can be sent while the child is busy.
        var isShort: Bool { text.utf8.count <= 4096 }
    }

    /// The result of a request.
    enum Answer {
        /// The speech.
        case spoken(EspeakUtterance)
        /// The child reported an error.
        case refused(ServiceError)
        /// The child has died.
        case died
    }

    /// The child's description of the library.
    let setup: EspeakSetup

    /// The ID of the child process and of its process group. The child is reaped when the last reference to the worker
    /// is released.
    let process: Int32

    private let socket: EspeakSocket

    /// Starts a child and waits until it has initialised the library.
    ///
    /// - Parameters:
    ///   - dataPath: The folder that contains the library's `espeak-ng-data`, or `nil` for the installed data.
    ///   - program: The path of `parlance-espeak`, or `nil` if it is missing.
    /// - Throws: `ServiceError.Code.unavailable` if the program is missing, if no process can be started, or if the
    ///   library does not find its data or crashes while reading it.
    init(dataPath: String? = nil, program: String? = EspeakWorker.program) throws(ServiceError) {
        guard let program else {
            throw ServiceError(
                .unavailable,
                "the program \(Self.programName), which runs espeak-ng, is not installed",
                remedy: "copy it to the folder of the running program, or run 'make install'"
            )
        }
        do throws(ServiceError) {
            let (own, other) = try EspeakSocket.pair()
            socket = own
            let arguments = [dataPath].compactMap { $0 }
            process = try withExtendedLifetime(other) { () throws(ServiceError) in
                try ChildRequest(
                    program: program,
                    arguments: arguments,
                    environment: ProgramEnvironment.current,
                    standardInput: .descriptor(other.descriptor)
                ).start(standardError: CSPAWN_NULL)
            }
        } catch {
            throw ServiceError(
                .unavailable,
                "cannot start a speech process: \(error.message)",
                remedy: "close some programs, or raise the process limit"
            )
        }
        do throws(ServiceError) {
            setup = try EspeakSetup(from: socket, dataPath: dataPath)
        } catch {
            // The dynamic loader uses this exit status if a library is missing.
            throw Self.end(process) == 127 << 8 ? EspeakSetup.missing : error
        }
    }

    /// Sends a request, which the child answers after all earlier ones.
    ///
    /// Only a short request can be sent before the previous answer has been received. The child may be blocked while it
    /// sends that answer, and only a short request is certain to fit into the socket's buffer.
    ///
    /// - Returns: `false` if the child is dead.
    func send(_ request: Request) -> Bool {
        var bytes: [UInt8] = []
        let header = espeak_worker_request(
            voice_length: UInt32(request.voice.utf8.count),
            text_length: UInt32(request.text.utf8.count),
            words_per_minute: request.prosody.wordsPerMinute,
            pitch: request.prosody.pitch,
            flags: request.flags,
            output: request.output.rawValue,
            is_fresh: request.isFresh ? 1 : 0
        )
        withUnsafeBytes(of: header) { bytes += $0 }
        bytes += request.voice.utf8
        bytes += request.text.utf8
        return socket.send(bytes)
    }

    /// Kills the child and its own children immediately.
    func kill() {
        Platform.kill(-process, SIGKILL)
    }

    deinit {
        Self.end(process)
    }

    /// Kills a child that has not been reaped, and returns its wait status.
    @discardableResult
    private static func end(_ process: Int32) -> Int32 {
        // A suspended child would not notice that the socket has been closed.
        Platform.kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Receives the answer to the oldest unanswered request; blocks until the child has answered or died.
    func receiveAnswer(to request: Request) -> Answer {
        var answer = espeak_worker_answer()
        guard withUnsafeMutableBytes(of: &answer, socket.receive) else { return .died }
        switch answer.kind {
        case ESPEAK_WORKER_SPOKEN.rawValue:
            return receiveUtterance(answer).map { .spoken($0) } ?? .died
        case ESPEAK_WORKER_NO_VOICE.rawValue:
            return .refused(
                ServiceError(
                    .unsupported,
                    "espeak-ng has no voice '\(request.voice)'",
                    remedy: "'parlance voices' lists the available voices"
                )
            )
        case ESPEAK_WORKER_FAILED.rawValue:
            return .refused(
                ServiceError(.providerFailed, "espeak-ng could not speak the text (status \(answer.value))")
            )
        default:
            return .died
        }
    }

    private func receiveUtterance(_ answer: espeak_worker_answer) -> EspeakUtterance? {
        let counts = (Int(answer.value), Int(answer.events), Int(answer.ipa_length))
        guard counts.0 <= Int(ESPEAK_WORKER_MAX_SAMPLES), counts.1 <= Int(ESPEAK_WORKER_MAX_EVENTS),
            counts.2 <= Int(ESPEAK_WORKER_MAX_IPA_LENGTH),
            let samples = socket.receive(counts.0, of: Int16.self),
            let events = socket.receive(counts.1, of: espeak_worker_event.self),
            let ipa = socket.receive(counts.2, of: UInt8.self)
        else { return nil }
        return EspeakUtterance(
            samples: samples,
            events: events.compactMap(EspeakEvent.init),
            ipa: String(decoding: ipa, as: UTF8.self)
        )
    }

    // MARK: The program

    private static let programName = "parlance-espeak"

    /// The path of `parlance-espeak`, or `nil` if it is missing.
    ///
    /// The search covers the folder of the running program (where the package manager builds it), the folders in which
    /// `make install` and applications install it, and `PATH`.
    static let program: String? = {
        var folders: [String] = []
        if let folder = ProgramSearch.runningProgram.flatMap(folder(of:)) {
            folders = [folder, "\(folder)/../libexec/parlance", "\(folder)/../Helpers"]
        }
        #if canImport(Darwin)
        // A test bundle is a build product like the program, but the executable that runs the bundle belongs to Xcode.
        var image = Dl_info()
        if dladdr(#dsohandle, &image) != 0, let folder = folder(of: String(cString: image.dli_fname)) {
            folders += [folder, "\(folder)/../../.."]
        }
        #endif
        let paths: [String] = folders.map { "\($0)/\(programName)" }
        return paths.first { access($0, X_OK) == 0 } ?? ProgramSearch.find(programName, in: ProgramSearch.systemPath)
    }()

    private static func folder(of path: String) -> String? {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }
}

/// One end of the socket pair between this process and a child.
final class EspeakSocket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Creates both ends: first this process's end, then the child's.
    static func pair() throws(ServiceError) -> (EspeakSocket, EspeakSocket) {
        var ends: [Int32] = [-1, -1]
        let failure = cspawn_socket_pair(&ends)
        guard failure == 0 else { throw SystemFailure.error("cannot open", "a socket", errno: failure) }
        // If a text takes too long, the child exits by itself. This timeout is for a suspended child, which cannot.
        var limit = timeval(tv_sec: .init(ESPEAK_WORKER_TIMEOUT) + 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(ends[0], SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        return (EspeakSocket(ends[0]), EspeakSocket(ends[1]))
    }

    /// Sends all bytes.
    ///
    /// - Returns: `false` if the child is dead or has not read anything before the timeout.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var remainder = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: remainder).baseAddress, !remainder.isEmpty {
                var sent = 0
                guard cspawn_send(descriptor, start, remainder.count, &sent) == 0 else { return false }
                remainder = remainder.dropFirst(sent)
            }
            return true
        }
    }

    /// Fills a buffer.
    ///
    /// - Returns: `false` if the child is dead or has not sent anything before the timeout.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var remainder = buffer[...]
        while let start = UnsafeMutableRawBufferPointer(rebasing: remainder).baseAddress, !remainder.isEmpty {
            let count = recv(descriptor, start, remainder.count, 0)
            if count > 0 {
                remainder = remainder.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Reads `count` values of a trivial type for which every bit pattern is valid.
    func receive<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> [Element]? {
        var isReceived = true
        let array = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            isReceived = receive(UnsafeMutableRawBufferPointer(buffer.extracting(..<count)))
            initializedCount = isReceived ? count : 0
        }
        return isReceived ? array : nil
    }
}

/// Describes the running library.
struct EspeakSetup: Sendable {
    /// The version: `1.51`.
    var version: String

    /// The path of the library, with symbolic links resolved; empty if unknown.
    var library: String

    /// The library's data folder.
    var dataFolder: String

    /// The sample rate, in hertz; the library has only one.
    var sampleRate: Int

    /// Receives a child's first message.
    ///
    /// - Parameters:
    ///   - socket: This process's end of the socket pair.
    ///   - dataPath: The data folder passed to the library, if any.
    init(from socket: EspeakSocket, dataPath: String?) throws(ServiceError) {
        var hello = espeak_worker_hello()
        guard withUnsafeMutableBytes(of: &hello, socket.receive) else { throw Self.damaged }
        guard hello.protocol == UInt32(ESPEAK_WORKER_PROTOCOL) else {
            throw ServiceError(
                .unavailable,
                "the installed parlance-espeak is from another version of Parlance",
                remedy: "install the program and parlance-espeak together"
            )
        }
        func text(_ length: UInt32) throws(ServiceError) -> String {
            guard length <= 1 << 16, let bytes = socket.receive(Int(length), of: UInt8.self) else { throw Self.damaged }
            return String(decoding: bytes, as: UTF8.self)
        }
        dataFolder = try text(hello.folder_length)
        // Some versions include a date: "1.51  02.Apr.22".
        version = String(try text(hello.version_length).prefix { $0 != " " })
        library = try text(hello.library_length)
        sampleRate = Int(hello.sample_rate)
        guard sampleRate > 0 else {
            throw ServiceError(
                .unavailable,
                "espeak-ng cannot find its voice data",
                remedy: "install the package espeak-ng-data"
            )
        }
        // If the library cannot read the given folder, it silently uses the installed data.
        if let dataPath, dataFolder != "\(dataPath)/espeak-ng-data" {
            throw ServiceError(
                .unavailable,
                "espeak-ng reads its data from \(dataFolder) instead of \(dataPath)",
                remedy: "run 'parlance voices build'"
            )
        }
    }

    /// The error if the library crashes before it has spoken anything.
    static let damaged = ServiceError(
        .unavailable,
        "espeak-ng crashes on its own data",
        remedy: "run 'parlance voices build'; if that does not help, reinstall the package espeak-ng-data, or check "
            + "ESPEAK_DATA_PATH"
    )

    /// The error if the library is missing.
    static let missing = ServiceError(
        .unavailable,
        "parlance-espeak cannot load libespeak-ng",
        remedy: "install the package libespeak-ng1"
    )
}

/// A child's result for one piece of text.
struct EspeakUtterance: Sendable {
    /// The audio.
    var samples: [Int16] = []

    /// The events at which words and phonemes start, in audio order.
    var events: [EspeakEvent] = []

    /// The phonemes in the library's IPA notation: `_` between phonemes, a space between words, and a newline after
    /// each clause.
    var ipa = ""
}

/// An event at a position in the audio.
struct EspeakEvent: Sendable, Hashable {
    /// What starts at the event.
    enum Kind: Sendable, Hashable {
        /// A word, or a part of a number.
        case word
        /// A phoneme, with its name in IPA, truncated to 8 bytes and without stress; a pause has an empty name.
        case phoneme(String)
    }

    var kind: Kind

    /// The position in the audio, in samples from the start of the piece.
    var sample: Int

    /// The index of a Unicode scalar in the piece, from 0. It is correct for the first event of a word, but slightly
    /// too large for the other words of a number.
    var position: Int
}

extension EspeakEvent {
    /// Converts an event from a child.
    init?(_ event: espeak_worker_event) {
        switch event.kind {
        case ESPEAK_WORKER_WORD.rawValue:
            kind = .word
        case ESPEAK_WORKER_PHONEME.rawValue:
            // A truncated name may end in the middle of a character.
            kind = .phoneme(
                withUnsafeBytes(of: event.name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).filter { $0 != "\u{FFFD}" }
                }
            )
        default:
            return nil
        }
        sample = Int(event.sample)
        position = max(0, Int(event.position) - 1)
    }
}
