import ArgumentParsing
import FrontEndServer
import LanguageServices
import Platform

/// `parlance serve`: offers the services to another program over standard input and output.
struct ServeVerb {
    let program: Program
    let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    func run() async throws -> ExitCode {
        switch (try arguments[Options.modelContext], try arguments[Options.standardStreams]) {
        case (true, false): return try await serveChatProgram()
        case (false, true): return try await serveFrontEnd()
        case (true, true): throw arguments.usageError("'--mcp' and '--stdio' are two protocols; choose one")
        case (false, false):
            throw arguments.usageError(
                "say what is spoken: '--mcp', the Model Context Protocol, or '--stdio', the plug-in protocol"
            )
        }
    }

    private func serveChatProgram() async throws -> ExitCode {
        let registry = try await program.registry(arguments)
        let server = ModelContextServer(
            name: "parlance",
            title: "Parlance",
            version: Version.text,
            instructions: Self.instructions,
            tools: ServedTools(program, registry).all
        )
        let lines = try program.console.lines(of: "-", skipsLongLines: true)
        let output = program.console.output
        try await server.run {
            // What is too long is no JSON either, and is answered as such.
            try await lines.next().map { $0.isTooLong ? Array("too long".utf8) : $0.bytes }
        } writing: { line in
            try output(line + [UInt8(ascii: "\n")])
        }
        return .ok
    }

    private static let instructions = """
        Tools for people who learn languages: speech and pronunciation, translation of words and sentences by \
        dictionaries, example sentences with their words marked. Languages are BCP 47 tags such as en-GB or es. \
        Dictionaries and sentences are reliable; prefer them to your own memory for what a learner is to keep.
        """
}
