import Files
import ServiceConfiguration
import StandardProviders

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The program as the system starts it: the process's own arguments, environment and streams.
@main
enum Parlance {
    static func main() async {
        // A closed pipe shows as EPIPE where it can be handled: finished files stay, unfinished ones go.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessEnvironment.variables()
        let program = Program(
            environment: environment,
            data: DataLocator(environment: environment, executable: DataLocator.executablePath()),
            kinds: StandardProviders.kinds,
            console: .process(environment: environment)
        )
        let work = Task { await program.run(Array(CommandLine.arguments.dropFirst())) }
        Interrupts.cancel(work)
        let code = await work.value
        if code == .closedPipe {
            // What a program that knows nothing of all this does: it ends by the signal, without a word.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(code.rawValue)
    }
}
