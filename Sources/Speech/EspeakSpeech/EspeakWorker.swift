import CEspeakWorker
import CSpawn
import LanguageServices
import Platform

/// A child process, the program `parlance-espeak`, that speaks for this process; see `CEspeakWorker.h`.
///
/// It answers one request after the other. It may be killed from any thread, and it is reaped when the last reference to
/// it goes.
final class EspeakWorker: Sendable {
    /// What is to be spoken, and how.
    struct Request {
        var text: String
        var voice: String
        var prosody = EspeakProsody()
        /// How it is spoken: bits of `espeak_worker_flags`.
        var flags: UInt32 = 0
        var wish = espeak_worker_wish(0)
        /// Whether the library is to be as it is in a fresh process. Requests that differ in this go to different children.
        var isFresh = false

        /// Why the child cannot be asked this, if it cannot.
        var complaint: ServiceError? {
            if (1...255).contains(voice.utf8.count), text.utf8.count <= Int(ESPEAK_WORKER_LONGEST_TEXT) { return nil }
            return ServiceError(.limitExceeded, "the text or the name of the voice is too long for espeak-ng")
        }

        /// Whether it may be sent while the child is at work.
        var isShort: Bool { text.utf8.count <= 4096 }
    }

    /// What came of a request.
    enum Answer {
        /// What was heard.
        case spoken(EspeakUtterance)
        /// The child lives and has said why not.
        case refused(ServiceError)
        /// The child is dead.
        case died
    }

    /// What the child has said of the library.
    let setup: EspeakSetup

    /// The child's process and process group, reaped when the last reference to the worker goes.
    let process: Int32

    private let socket: EspeakSocket

    /// Starts a child and waits until it has set the library up.
    ///
    /// - Parameters:
    ///   - dataPath: The folder that holds the library's `espeak-ng-data`, or `nil` for the installed one.
    ///   - program: The path of `parlance-espeak`, or `nil` when there is none.
    /// - Throws: `ServiceError.Code.unavailable` when the program is missing, when the system has no room for another
    ///   process, or when the library finds no data or breaks on it.
    init(dataPath: String? = nil, program: String? = EspeakWorker.program) throws(ServiceError) {
        guard let program else {
            throw ServiceError(
                .unavailable,
                "the program \(Self.programName), in which espeak-ng runs, is not installed",
                remedy: "put it into the folder of the running program, or run 'make install'"
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
                "no process could be started to speak: \(error.message)",
                remedy: "close some programs, or raise the limit of processes"
            )
        }
        do throws(ServiceError) {
            setup = try EspeakSetup(from: socket, dataPath: dataPath)
        } catch {
            // The system's loader ends a program with this status when one of its libraries is missing.
            throw Self.end(process) == 127 << 8 ? EspeakSetup.missing : error
        }
    }

    /// Sends a request, which the child answers after those that were sent before it.
    ///
    /// Only a short one may be sent before the last answer has been received: the child may be waiting to be rid of that
    /// answer, and there is room for a short one between the two on every system.
    ///
    /// - Returns: `false` when the child is dead.
    func send(_ request: Request) -> Bool {
        var bytes: [UInt8] = []
        let header = espeak_worker_request(
            voice_length: UInt32(request.voice.utf8.count),
            text_length: UInt32(request.text.utf8.count),
            words_per_minute: request.prosody.wordsPerMinute,
            pitch: request.prosody.pitch,
            flags: request.flags,
            wish: request.wish.rawValue,
            is_fresh: request.isFresh ? 1 : 0
        )
        withUnsafeBytes(of: header) { bytes += $0 }
        bytes += request.voice.utf8
        bytes += request.text.utf8
        return socket.send(bytes)
    }

    /// Ends the child, and the children of its own, now.
    func kill() {
        Platform.kill(-process, SIGKILL)
    }

    deinit {
        Self.end(process)
    }

    /// Ends a child that has not been reaped, and returns its wait status.
    @discardableResult
    private static func end(_ process: Int32) -> Int32 {
        // A child that is stopped would not see the socket close.
        Platform.kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Takes the answer to the first request that has none yet; blocks until the child has given it or has died.
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
                    remedy: "'parlance voices' lists what there is"
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
        guard counts.0 <= Int(ESPEAK_WORKER_MOST_SAMPLES), counts.1 <= Int(ESPEAK_WORKER_MOST_EVENTS),
            counts.2 <= Int(ESPEAK_WORKER_LONGEST_IPA),
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

    /// The path of `parlance-espeak`, or `nil` when there is none.
    ///
    /// It is looked for in the folder of the running program, where the package manager builds it; where `make install` and
    /// applications put it; and in PATH.
    static let program: String? = {
        var folders: [String] = []
        if let folder = ProgramSearch.runningProgram.flatMap(folder(of:)) {
            folders = [folder, "\(folder)/../libexec/parlance", "\(folder)/../Helpers"]
        }
        #if canImport(Darwin)
        // A bundle of tests stands among the products, and a program of Xcode's runs it.
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

/// One end of the sockets between this process and a child.
final class EspeakSocket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Two ends: ours, and the child's.
    static func pair() throws(ServiceError) -> (EspeakSocket, EspeakSocket) {
        var ends: [Int32] = [-1, -1]
        let failure = cspawn_socket_pair(&ends)
        guard failure == 0 else { throw SystemFailure.error("cannot open", "a socket", errno: failure) }
        // The child ends itself when a text takes too long; this is for a child that is stopped and cannot.
        var limit = timeval(tv_sec: .init(ESPEAK_WORKER_PATIENCE) + 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(ends[0], SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        return (EspeakSocket(ends[0]), EspeakSocket(ends[1]))
    }

    /// Sends all bytes.
    ///
    /// - Returns: `false` when the child is dead, or has read nothing for longer than its patience.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                var sent = 0
                guard cspawn_send(descriptor, start, rest.count, &sent) == 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }
    }

    /// Fills a buffer.
    ///
    /// - Returns: `false` when the child is dead, or has said nothing for longer than its patience.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var rest = buffer[...]
        while let start = UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = recv(descriptor, start, rest.count, 0)
            if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
        }
        return true
    }

    /// Reads `count` values of a type that has no references and takes every bit pattern.
    func receive<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> [Element]? {
        var isReceived = true
        let array = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            isReceived = receive(UnsafeMutableRawBufferPointer(buffer.extracting(..<count)))
            initializedCount = isReceived ? count : 0
        }
        return isReceived ? array : nil
    }
}

/// What is known of the library once it runs.
struct EspeakSetup: Sendable {
    /// Its version: `1.51`.
    var version: String

    /// Its file, without links; empty when the system does not tell it.
    var library: String

    /// The folder of its data.
    var dataFolder: String

    /// Its only sample rate, in hertz.
    var sampleRate: Int

    /// Takes what a child says first.
    ///
    /// - Parameters:
    ///   - socket: Our end.
    ///   - dataPath: The folder in which the library was told to look for its data, if it was.
    init(from socket: EspeakSocket, dataPath: String?) throws(ServiceError) {
        var hello = espeak_worker_hello()
        guard withUnsafeMutableBytes(of: &hello, socket.receive) else { throw Self.damaged }
        guard hello.protocol == UInt32(ESPEAK_WORKER_PROTOCOL) else {
            throw ServiceError(
                .unavailable,
                "the installed parlance-espeak belongs to another version of Parlance",
                remedy: "install the program and parlance-espeak together"
            )
        }
        func text(_ length: UInt32) throws(ServiceError) -> String {
            guard length <= 1 << 16, let bytes = socket.receive(Int(length), of: UInt8.self) else { throw Self.damaged }
            return String(decoding: bytes, as: UTF8.self)
        }
        dataFolder = try text(hello.folder_length)
        // Some versions end with their date: "1.51  02.Apr.22".
        version = String(try text(hello.version_length).prefix { $0 != " " })
        library = try text(hello.library_length)
        sampleRate = Int(hello.sample_rate)
        guard sampleRate > 0 else {
            throw ServiceError(
                .unavailable,
                "espeak-ng found no data to speak with",
                remedy: "install the package espeak-ng-data"
            )
        }
        // The library uses the installed folder, without a message, instead of one that it cannot read.
        if let dataPath, dataFolder != "\(dataPath)/espeak-ng-data" {
            throw ServiceError(
                .unavailable,
                "espeak-ng reads its data from \(dataFolder) instead of \(dataPath)",
                remedy: "run 'parlance voices build'"
            )
        }
    }

    /// The library crashes before it has spoken anything.
    static let damaged = ServiceError(
        .unavailable,
        "espeak-ng breaks on its own data",
        remedy: "run 'parlance voices build'; if that is no help, install the package espeak-ng-data again, or check "
            + "ESPEAK_DATA_PATH"
    )

    /// The library is not there.
    static let missing = ServiceError(
        .unavailable,
        "parlance-espeak cannot load libespeak-ng",
        remedy: "install the package libespeak-ng1"
    )
}

/// What a child has made of one piece of text.
struct EspeakUtterance: Sendable {
    /// The audio.
    var samples: [Int16] = []

    /// Where words and phonemes begin, in the order of the audio.
    var events: [EspeakEvent] = []

    /// The phonemes in IPA, as the library writes them: `_` between phonemes, a space between words, a newline behind a
    /// clause.
    var ipa = ""
}

/// What the library says of a moment in the audio.
struct EspeakEvent: Sendable, Hashable {
    /// What begins here.
    enum Kind: Sendable, Hashable {
        /// A word, or a part of a number.
        case word
        /// A phoneme, with its name in IPA, cut to 8 bytes and without stress; a pause has an empty name.
        case phoneme(String)
    }

    var kind: Kind

    /// The sample, from the start of the piece.
    var sample: Int

    /// The Unicode scalar of the piece, from 0. It is right for the first event of a word, and a little behind for the
    /// other words of a number.
    var position: Int
}

extension EspeakEvent {
    /// Takes an event of a child.
    init?(_ event: espeak_worker_event) {
        switch event.kind {
        case ESPEAK_WORKER_WORD.rawValue:
            kind = .word
        case ESPEAK_WORKER_PHONEME.rawValue:
            // A name that is cut may end in the middle of a character.
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
