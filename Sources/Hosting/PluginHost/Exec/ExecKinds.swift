package import LanguageServices
import ServiceRegistry

/// The provider kinds that run a command for each request.
package enum ExecKinds {
    private static let common = [
        OptionDescription(
            "command",
            .strings,
            "The program and its arguments, one word each; the program reads the text from standard input",
            isRequired: true
        ),
        OptionDescription(
            "requestSeconds",
            .number(0.1...3600),
            "The time limit for one text, in seconds; by default 60",
            affectsAnswers: false
        ),
        OptionDescription(
            "memoryMiB",
            .integer(ManifestReading.memories),
            "The memory limit in MiB; by default half of the machine's, at most 8192",
            affectsAnswers: false
        ),
        OptionDescription("version", .string, "A version string; change it when the program's answers change"),
    ]

    /// The kinds `exec-speech` and `exec-translation`.
    ///
    /// - Parameter search: The folders that are searched for programs, in the format of PATH.
    package static func all(search: String) -> [ProviderKind] {
        [
            ProviderKind(
                name: "exec-speech",
                service: .speech,
                summary: "Speech by a command-line program that writes a sound file to its standard output",
                locality: .plugin,
                runsChosenPrograms: true,
                options: common + [
                    OptionDescription("languages", .languageTags, "The program's languages", isRequired: true)
                ]
            ) { context in
                ExecSpeech(
                    try command(context, search),
                    descriptor: descriptor(context, .speech, try command(context, search)),
                    languages: try context.options.languageTags("languages")
                )
            },
            ProviderKind(
                name: "exec-translation",
                service: .translation,
                summary: "Translation by a command-line program that writes the translation to its standard output",
                locality: .plugin,
                runsChosenPrograms: true,
                options: common + [
                    OptionDescription("from", .languageTag, "The language of the texts", isRequired: true),
                    OptionDescription("to", .languageTag, "The language of the translations", isRequired: true),
                ]
            ) { context in
                guard let source = try context.options.languageTag("from"),
                    let target = try context.options.languageTag("to")
                else {
                    throw ServiceError(.configuration, "'from' or 'to' is missing", provider: context.id)
                }
                let command = try command(context, search)
                return ExecTranslation(
                    command,
                    descriptor: descriptor(context, .translation, command),
                    pair: LanguagePair(source: source, target: target)
                )
            },
        ]
    }

    private static func command(_ context: ProviderContext, _ search: String) throws(ServiceError) -> ExecCommand {
        let words = try context.options.strings("command") ?? []
        guard let first = words.first, !first.isEmpty, !words.contains(where: { $0.utf8.contains(0) }),
            first.hasPrefix("/") || !first.contains("/")
        else {
            throw ServiceError(
                .configuration,
                "'command' of provider '\(context.id)' does not start with a program",
                provider: context.id,
                remedy: "write a name in PATH, or the full path"
            )
        }
        return ExecCommand(
            words: words,
            time: .seconds(try context.options.number("requestSeconds") ?? 60),
            memory: (try context.options.integer("memoryMiB")).map { $0 << 20 } ?? PluginManifest.defaultMemoryLimit,
            search: search,
            provider: context.id,
            clock: context.clock
        )
    }

    private static func descriptor(
        _ context: ProviderContext,
        _ service: Service,
        _ command: ExecCommand
    ) -> ProviderDescriptor {
        // Each argument is preceded by its length, so different commands get different versions.
        let words = command.words.map { "\($0.utf8.count):\($0)" }.joined()
        let own = (try? context.options.string("version")) ?? ""
        return ProviderDescriptor(
            id: context.id,
            kind: "exec-\(service)",
            version: "1 \(Hexadecimal.text(SHA256.of(Array("\(words)\(own)".utf8)).prefix(8)))",
            service: service,
            locality: .plugin,
            requestLimits: RequestLimits(texts: service == .translation ? 16 : 1, concurrency: 4)
        )
    }
}
