import Dispatch
import LanguageServices
import Platform
import ServiceConfiguration
import StandardProviders

/// The program as the system starts it: the process's own arguments, environment and streams.
@main
enum Parlance {
    // Not `async`: then the first file of the concurrency runtime would be open before the first line here is run.
    static func main() {
        StandardStreams.fillGaps()
        // A closed pipe shows as EPIPE where it can be handled: finished files stay, unfinished ones go.
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
            // What a program that knows nothing of all this does: it ends by the signal, without a word.
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
