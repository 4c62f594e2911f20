import Dispatch
import LanguageServices
import Platform
import ServiceConfiguration
import StandardProviders

/// The program's entry point, with the process's own arguments, environment and streams.
@main
enum Parlance {
    // Not `async`, because the concurrency runtime would then open its first file before this code runs.
    static func main() {
        StandardStreams.fillGaps()
        // A closed pipe is then reported as EPIPE: finished files are kept, and unfinished ones are removed.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessEnvironment.variables()
        let program = Program(
            environment: environment,
            data: DataLocator(environment: environment, executable: DataLocator.executablePath()),
            kinds: StandardProviders.kinds,
            console: .process(environment: environment)
        )
        let work = Task { await run(program) }
        let interruption = Interrupts.cancel(work)
        Task { end(with: await work.value, interruption) }
        dispatchMain()
    }

    private static func run(_ program: Program) async -> ExitCode {
        do throws(ServiceError) {
            return await program.run(try ProcessArguments.words())
        } catch {
            program.console.complain(error)
            return ExitCode(error.code)
        }
    }

    private static func end(with code: ExitCode, _ interruption: Interruption) -> Never {
        if code == .closedPipe {
            // Behaves like a program without special handling: the signal ends it silently.
            signal(SIGPIPE, SIG_DFL)
            var pipe = sigset_t()
            sigemptyset(&pipe)
            sigaddset(&pipe, SIGPIPE)
            pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
            raise(SIGPIPE)
        }
        exit(code == .interrupted ? interruption.exitCode ?? code.rawValue : code.rawValue)
    }
}

/// The command-line arguments of this process.
enum ProcessArguments {
    /// The arguments after the program's name.
    ///
    /// The standard library replaces invalid UTF-8, so the wrong text would be spoken or the wrong file written.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for an argument that is not UTF-8.
    static func words() throws(ServiceError) -> [String] {
        var words: [String] = []
        var index = 1
        while index < Int(CommandLine.argc), let argument = CommandLine.unsafeArgv[index] {
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            guard let word = String(validating: bytes, as: UTF8.self) else {
                let invalid = InvalidByte(in: bytes)
                throw ServiceError(
                    .invalidRequest,
                    "argument \(index), byte \(invalid.offset + 1): \(invalid.complaint)",
                    remedy: "encode it as UTF-8"
                )
            }
            words.append(word)
            index += 1
        }
        return words
    }
}

/// The environment variables of this process.
enum ProcessEnvironment {
    /// All variables; read once at startup, before a second thread exists.
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return variables
    }
}

/// The descriptors 0, 1 and 2 of this process.
enum StandardStreams {
    /// Opens substitutes for standard streams that were closed before the program started.
    ///
    /// Otherwise, the next opened file would get the number of a standard stream, and output would go into that file.
    /// Like closed streams, the substitutes can be neither read nor written.
    static func fillGaps() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // This descriptor is the lowest free one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The version of this package, as `--version` prints it.
enum Version {
    static let text = PackageVersion.text
}
