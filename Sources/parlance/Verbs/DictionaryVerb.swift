import ArgumentParsing

struct DictionaryVerb {
    init(_ p: Program, _ a: ParsedArguments) {}
    func run() async throws -> ExitCode { .ok }
}
