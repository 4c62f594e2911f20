import CSpawn
import LanguageServices
import Platform
import Synchronization

/// A command-line program that reads a text from standard input and writes the answer to standard output.
///
/// Each request starts a process. No shell is involved: the arguments are passed unchanged, and the only part of a
/// request that is inserted is a language tag, as a separate argument.
struct ExecCommand: Sendable {
    /// The program and its arguments. Arguments that equal `{language}`, `{source}` or `{target}` are replaced.
    let words: [String]
    /// The time limit for a request.
    let time: Duration
    /// The limit on the program's private memory, in bytes.
    let memory: Int
    /// The folders that are searched for programs, in the format of PATH.
    let search: String
    let provider: ProviderID
    let clock: ServiceClock

    /// The maximum length of an answer in bytes.
    static let maximumAnswerSize = 64 << 20

    /// The program's name in error messages.
    var title: String { "'\(OneLine.text(words.first ?? ""))'" }

    /// The path of the program.
    ///
    /// - Throws: `ServiceError.Code.configuration` when it does not exist or is not trusted.
    func program() throws(ServiceError) -> String {
        let word = words.first ?? ""
        try PluginDepth.check(word)
        if word.hasPrefix("/") {
            guard WholeFile.exists(word) else { throw missing(word) }
            return word
        }
        guard !word.contains("/"), let found = ProgramSearch.find(word, in: search) else { throw missing(word) }
        return found
    }

    private func missing(_ word: String) -> ServiceError {
        ServiceError(
            .configuration,
            "the program \(SystemFailure.quoted(word)) of provider '\(provider)' was not found",
            provider: provider,
            remedy: "install it, or write its full path as the first word of 'command'"
        )
    }

    /// Runs the program once.
    ///
    /// - Parameters:
    ///   - input: The bytes for its standard input.
    ///   - replacing: The values of the placeholders. The keys include the braces.
    /// - Returns: Its standard output.
    /// - Throws: `ServiceError.Code.providerFailed` when the exit status is not 0, with the program's error output;
    ///   `ServiceError.Code.timedOut`, `ServiceError.Code.limitExceeded`, `ServiceError.Code.cancelled`.
    func run(_ input: [UInt8], replacing: [String: String]) async throws(ServiceError) -> [UInt8] {
        try ServiceError.checkCancellation(provider: provider)
        let path = try program()
        let running = try RunningCommand(
            path,
            arguments: words.dropFirst().map { replacing[$0] ?? $0 },
            input: input,
            memory: memory,
            limit: Self.maximumAnswerSize
        )
        let (clock, time) = (clock, time)
        let watch = Task {
            do { try await clock.sleep(for: time) } catch { return }
            running.stop(.timedOut)
        }
        let (exit, output, reason) = await withTaskCancellationHandler {
            await running.wait()
        } onCancel: {
            running.stop(.cancelled)
        }
        watch.cancel()
        switch reason {
        case .timedOut:
            throw ServiceError(
                .timedOut,
                "\(title) did not finish within \(time)",
                provider: provider,
                remedy: "raise 'requestSeconds' to allow more time"
            )
        case .cancelled: throw ServiceError.cancelled(provider: provider)
        case .tooLarge:
            throw ServiceError(
                .limitExceeded,
                "\(title) wrote more than \(Self.maximumAnswerSize >> 20) MiB",
                provider: provider
            )
        case nil: break
        }
        guard exit.isSuccess else {
            let isLarge = exit.peakMemory.map { $0 > memory / 2 } ?? false
            throw ServiceError(
                .providerFailed,
                "\(title) failed: \(exit.summary)",
                provider: provider,
                remedy: isLarge ? "the limit is \(memory >> 20) MiB of memory; raise 'memoryMiB' to allow more" : nil
            )
        }
        return output
    }
}

/// One run of a command.
private final class RunningCommand: Sendable {
    enum Reason: Sendable {
        case timedOut
        case cancelled
        case tooLarge
    }

    private struct State {
        var output: [UInt8] = []
        var reason: Reason?
        var hasRead = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let child: ChildProcess
    private let input: InputWriter
    private let output: OutputReader
    private let state = Mutex(State())

    init(_ program: String, arguments: [String], input bytes: [UInt8], memory: Int, limit: Int)
        throws(ServiceError)
    {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        var failure = cspawn_socket_pair(&toChild)
        guard failure == 0 else { throw SystemFailure.error("cannot start", program, errno: failure) }
        defer { close(toChild[1]) }
        input = InputWriter(descriptor: toChild[0])
        failure = cspawn_pipe(&fromChild)
        guard failure == 0 else { throw SystemFailure.error("cannot start", program, errno: failure) }
        defer { close(fromChild[1]) }
        guard let output = OutputReader(descriptor: fromChild[0]) else {
            throw SystemFailure.error("cannot start", program, errno: EMFILE)
        }
        self.output = output
        child = try ChildProcess.start(
            ChildRequest(
                program: program,
                arguments: arguments,
                environment: PluginEnvironment.current(),
                standardInput: .descriptor(toChild[1]),
                standardOutput: .descriptor(fromChild[1]),
                memory: memory
            ),
            endsGroup: true
        )
        input.write(bytes)
        input.end()
        output.start { [self] bytes in
            take(bytes, limit: limit)
        } end: { [self] in
            let waiter = state.withLock { state in
                state.hasRead = true
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>, limit: Int) {
        let isTooLarge = state.withLock { state in
            guard state.output.count + bytes.count <= limit else { return true }
            state.output += bytes
            return false
        }
        if isTooLarge { stop(.tooLarge) }
    }

    func stop(_ reason: Reason) {
        state.withLock { if $0.reason == nil { $0.reason = reason } }
        output.stop()
        input.cut()
        child.terminate()
    }

    func wait() async -> (exit: ExitReport, output: [UInt8], reason: Reason?) {
        let exit = await child.wait()
        // A grandchild may keep the pipe open, but the program's own output is complete.
        output.finish()
        input.cut()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasRead { state.waiter = continuation }
                return state.hasRead
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { (exit, $0.output, $0.reason) }
    }
}
