import ArgumentParsing
import FrontEndServer
import LanguageServices
import Platform
import ServiceClient

/// `parlance serve`: offers the services to another program over standard input and output.
struct ServeVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        switch (try arguments[Options.modelContext], try arguments[Options.standardStreams]) {
        case (true, false): return try await serveChatProgram()
        case (false, true): return try await serveFrontEnd()
        case (true, true): throw arguments.usageError("'--mcp' and '--stdio' cannot be given together")
        case (false, false):
            throw arguments.usageError(
                "no protocol given; add '--mcp' (Model Context Protocol) or '--stdio' (plug-in protocol)"
            )
        }
    }

    private func serveChatProgram() async throws -> ExitCode {
        let registry = try await program.registry(arguments)
        let server = ModelContextServer(
            name: "parlance",
            title: "Parlance",
            version: Version.text,
            instructions: ServedTools.instructions,
            tools: await ServedTools(registry, player: program.player).all()
        )
        let lines = try program.console.lines(of: "-", skipsLongLines: true)
        let output = program.console.output
        try await server.run {
            // A line that is too long is handled as invalid JSON.
            try await lines.next().map { $0.isTooLong ? Array("too long".utf8) : $0.bytes }
        } writing: { line in
            try output(line + [UInt8(ascii: "\n")])
        }
        return .ok
    }

    /// Serves a front end, or another Parlance, over the plug-in protocol.
    private func serveFrontEnd() async throws -> ExitCode {
        let (program, arguments) = (program, arguments)
        let hasStarted = AtomicFlag()
        let dependencies = FrontEndServer.Dependencies(
            version: Version.text,
            open: {
                // A server that runs keeps its configuration rather than apply one with a mistake.
                do {
                    let isReload = hasStarted.isSet
                    hasStarted.set()
                    return try await program.registry(arguments, refusesProblems: isReload)
                } catch let failure as CommandFailure {
                    throw failure.error
                }
            },
            close: { await program.host.close($0) },
            log: { program.console.errors(Array("\(Console.oneLine($0))\n".utf8)) },
            parent: { Int(getppid()) }
        )
        if program.console.isInputTerminal {
            program.console.note(
                "this command is started by a front end; see docs/how-to/serving.md"
            )
        }
        // From here on, all other output goes to the log.
        let output = try program.console.takingOutput()
        let bytes = ByteReader(descriptor: program.console.input)
        try await FrontEndServer(dependencies).run(
            reading: { try bytes.next() },
            writing: output.write,
            now: output.writeNow
        )
        return .ok
    }
}
