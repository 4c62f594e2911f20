import JSON
import LanguageServices
import Platform
import PluginHost

/// Measures the overhead of providers in separate processes, with real plug-ins that use this package's Python file.
struct PluginsBenchmark {
    let folder: String

    private static let pings = 2000
    private static let seconds = 60
    private static let rate = 22_050
    private static let texts = 10_000
    private static let batch = 500
    private static let starts = 100
    private static let rounds = 7

    func run() async throws {
        Report.title("Plug-ins with the Python file; best of \(Self.rounds) rounds each")
        let file = "Plugins/parlance_plugin.py"
        guard WholeFile.exists(file), let place = realpath("Plugins", nil) else {
            return Report.skipped("plug-ins", "\(file) not found; run this command in the package folder")
        }
        defer { free(place) }
        guard let python = ProgramSearch.find("python3", in: ProgramSearch.systemPath) else {
            return Report.skipped("plug-ins", "python3 is not installed")
        }
        let program = "\(folder)/bench.py"
        try AtomicFile.write(Array(Self.source.utf8), to: program)
        let launch = PluginLaunch(
            name: "bench",
            program: python,
            arguments: ["-B", program],
            environment: ProgramEnvironment.current + ["PYTHONPATH=\(String(cString: place))"],
            directory: folder,
            provider: "bench",
            service: nil
        )
        try await pings(launch)
        try await sound(launch)
        try await translations(launch)
        try await starts()
    }

    private func context(_ launch: PluginLaunch, _ service: Service) -> PluginContext {
        var launch = launch
        launch.service = service
        let ready = launch
        let pool = PluginPool(provider: "bench", service: service) { () throws(ServiceError) in ready }
        let descriptor = ProviderDescriptor(
            id: "bench",
            kind: "plugin-\(service)",
            version: "1",
            service: service,
            locality: .plugin
        )
        return PluginContext(descriptor: descriptor, pool: pool, clock: .system)
    }

    /// Measures the round trip of an empty request.
    private func pings(_ launch: PluginLaunch) async throws {
        let pool = context(launch, .translation).pool
        let pass = try await pool.take()
        var medians: [Duration] = []
        for _ in 0..<Self.rounds {
            var times: [Duration] = []
            for _ in 0..<Self.pings {
                let start = ContinuousClock.now
                _ = try await pass.process.begin("ping", [:]).next()
                times.append(ContinuousClock.now - start)
            }
            times.sort()
            medians.append(times[times.count / 2])
        }
        await pool.giveBack(pass)
        await pool.shutdown()
        let best = medians.min() ?? .zero
        Report.note(
            "ping, round trip, median of \(Self.pings): \(Report.fixed(best / .microseconds(1), 1)) µs "
                + "(goal: at most 150)"
        )
    }

    /// Measures the transfer of one minute of speech, which the plug-in has generated in advance.
    private func sound(_ launch: PluginLaunch) async throws {
        let provider = PluginSpeech(context(launch, .speech))
        let count = Self.seconds * Self.rate
        var best = Duration.seconds(3600)
        for _ in 0...Self.rounds {
            let start = ContinuousClock.now
            let stream = try await provider.synthesize(SpeechRequest(text: "minute", language: LanguageTag("en")))
            var samples = 0
            for try await event in stream {
                if case .audio(let chunk) = event { samples += chunk.samples.count }
            }
            guard samples == count else {
                throw BenchmarkFailure(description: "received \(samples) samples instead of \(count)")
            }
            // The first round starts the process and is much slower than the best.
            best = min(best, ContinuousClock.now - start)
        }
        await provider.shutdown()
        Report.note(
            "\(Self.seconds) s of sound at \(Self.rate) Hz: \(Report.fixed(best / .milliseconds(1), 1)) ms "
                + "(goal: at most 10)"
        )
    }

    private func translations(_ launch: PluginLaunch) async throws {
        let provider = PluginTranslation(context(launch, .translation))
        let texts = (0..<Self.texts).map { "Sentence \($0) of a deck of cards." }
        let request = TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
        var best = Duration.seconds(3600)
        for _ in 0...Self.rounds {
            let start = ContinuousClock.now
            let results = try await provider.translate(request).results
            best = min(best, ContinuousClock.now - start)
            for (text, result) in zip(texts, results) {
                guard case .success(let translation) = result, translation.text == text.uppercased() else {
                    throw BenchmarkFailure(description: "'\(text)' became \(result)")
                }
            }
        }
        await provider.shutdown()
        Report.line("\(Self.texts) translations, \(Self.batch) a request", best, count: Self.texts, unit: "texts")
        Report.note("goal: at least 50000 texts per second")
    }

    /// Runs a program that does nothing, with and without the guard process that ends its process group when this
    /// process exits.
    private func starts() async throws {
        let program = try RunningProgram.find("true")
        func once(_ endsGroup: Bool) async throws -> (start: Duration, all: Duration) {
            var (started, all) = (Duration.zero, Duration.zero)
            for _ in 0..<Self.starts {
                let start = ContinuousClock.now
                let child = try ChildProcess.start(ChildRequest(program: program), endsGroup: endsGroup)
                started += ContinuousClock.now - start
                _ = await child.wait()
                all += ContinuousClock.now - start
            }
            return (started / Self.starts, all / Self.starts)
        }
        var (plain, guarded) = (try await once(false), try await once(true))
        for _ in 1..<Self.rounds {
            let next = (try await once(false), try await once(true))
            plain = (min(plain.start, next.0.start), min(plain.all, next.0.all))
            guarded = (min(guarded.start, next.1.start), min(guarded.all, next.1.all))
        }
        func text(_ duration: Duration) -> String { Report.fixed(duration / .milliseconds(1), 2) }
        Report.note(
            "a program that does nothing: \(text(plain.all)) ms, with a process-group guard \(text(guarded.all)) ms; "
                + "start alone \(text(plain.start)) and \(text(guarded.start)) ms (goal: at most 2 more)"
        )
    }

    private static let source = """
        import array
        from parlance_plugin import Format, Plugin

        plugin = Plugin("bench", "1")
        SOUND = array.array("h", [place % 2000 - 1000 for place in range(\(seconds * rate))])


        @plugin.speech(languages=["en"])
        def speak(request):
            yield Format(\(rate))
            yield SOUND


        @plugin.translation(textsPerRequest=\(batch))
        def translate(request):
            return [text.upper() for text in request.texts]


        plugin.run()

        """
}
