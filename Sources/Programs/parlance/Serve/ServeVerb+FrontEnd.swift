import ArgumentParsing
import FrontEndServer
import LanguageServices
import Platform

extension ServeVerb {
    /// Serves a front end, or another Parlance, by the plug-in protocol.
    func serveFrontEnd() async throws -> ExitCode {
        let (program, arguments) = (program, arguments)
        let surroundings = FrontEndServer.Surroundings(
            version: Version.text,
            open: {
                do {
                    return try await program.registry(arguments)
                } catch let failure as CommandFailure {
                    throw failure.error
                }
            },
            close: { await program.close($0) },
            log: { program.console.errors(Array("\(Console.oneLine($0))\n".utf8)) },
            parent: { Int(getppid()) }
        )
        if program.console.isInputTerminal {
            program.console.note("this speaks the plug-in protocol; a front end starts it, as docs/serving.md shows")
        }
        // Whatever else is printed by anybody goes to the log from now on.
        let output = try program.console.takingOutput()
        let bytes = ByteReader(descriptor: program.console.input)
        try await FrontEndServer(surroundings).run(
            reading: { try bytes.next() },
            writing: output.write,
            now: output.writeNow
        )
        return .ok
    }
}
