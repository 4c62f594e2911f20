import LanguageServices
import LanguageServicesTesting
import Platform
import Testing

@testable import ApertiumTranslation

@Suite("Apertium", .serialized, .enabled(if: Apertium.isInstalled, "needs the package apertium-eng-spa"))
struct ApertiumTranslationTests {
    @Test(
        "markup, spaces and case are preserved",
        arguments: [
            ("the house is big", "la casa es grande"), ("The house is big.", "La casa es grande."),
            ("  the dog \n", "  el perro \n"), ("the red house\nthe dog", "la casa roja\nel perro"),
            ("<b>dog</b>", "<b>perro</b>"), ("the dog [sound:dog.mp3]", "el perro [sound:dog.mp3]"),
            ("I see the house<br>now", "Veo la casa<br>ahora"), ("dog&nbsp;", "perro&nbsp;"),
            ("The {{c1::house::building}} is big", "La {{c1::casa::building}} es grande"),
            ("the house \\(x^2\\) is big", "la casa \\(x^2\\) es grande"),
            ("[latex]\\frac{house}{2}[/latex] the dog", "[latex]\\frac{house}{2}[/latex] el perro"),
            ("<div class=\"the house\">the house</div>", "<div class=\"the house\">la casa</div>"),
            ("dog", "perro"), ("Dog", "Perro"), ("DOG", "PERRO"), ("eat", "comer"), ("water", "agua"),
            ("house\ndog\ncat", "casa\nperro\ngato"), ("[sound:house.mp3]", "[sound:house.mp3]"), ("123", "123"),
            ("😀", "😀"), ("He went home.", "Fue en casa."), ("the house 😀 is big", "la casa 😀 es grande"),
            ("the house of me@example.com", "la casa de me@example.com"),
            ("see https://example.com/the/house?a=b&c=d now", "ve https://example.com/the/house?a=b&c=d ahora"),
            ("{{Front}}", "{{Front}}"), ("the *dog*", "el *perro*"),
        ]
    )
    func one(_ text: String, _ expected: String) async throws {
        let provider = ApertiumTranslation()
        #expect(try await provider.texts([text]) == [expected])
        await provider.shutdown()
    }

    @Test("words that are always capitalised keep their capital") func capitals() async throws {
        let provider = ApertiumTranslation()
        let found = try await provider.texts(["lunes", "yo voy", "el perro", "la casa de lunes"], from: "es", to: "en")
        #expect(found[0] == "Monday" && found[2] == "the dog", "\(found)")
        #expect(found[1].hasPrefix("I ") && found[3].hasPrefix("the house"), "\(found)")
        await provider.shutdown()
    }

    @Test("single words have alternatives and parts of speech") func words() async throws {
        let provider = ApertiumTranslation()
        var request = Apertium.request(["house", "went", "book"])
        request.partOfSpeech = .verb
        let results = try await provider.translate(request).results
        let house = try #require(try? results[0].get())
        #expect(house.partOfSpeech == .verb && house.alternatives.contains("casa") && house.match?.step == .exact)
        let went = try #require(try? results[1].get())
        #expect(went.match == TranslationMatch(step: .lemma, headword: "go"))
        #expect(went.alternatives.contains("ir") && went.text != "ir", "\(went)")
        request.partOfSpeech = nil
        let casa = try await provider.translate(request).results[0].get()
        #expect(casa.text == "casa" && casa.genders == [.feminine] && casa.partOfSpeech == .noun)
        await provider.shutdown()
    }

    @Test("the match limit applies to Apertium") func limit() async throws {
        let provider = ApertiumTranslation()
        var request = Apertium.request(["house", "went", "the house is big", "<b>house</b>", ""])
        func steps(_ limit: TranslationMatch.Step) async throws -> [TranslationMatch.Step?] {
            request.loosestMatch = limit
            return try await provider.translate(request).results.map { try? $0.get().match?.step }
        }
        func codes() async throws -> [ServiceError.Code?] {
            try await provider.translate(request).results.map { result in
                if case .failure(let error) = result { error.code } else { nil }
            }
        }
        #expect(try await steps(.exact) == [.exact, nil, nil, nil, nil])
        #expect(try await codes() == [nil, .notFound, .notFound, .notFound, .invalidRequest])
        #expect(try await steps(.lemma) == [.exact, .lemma, nil, nil, nil])
        #expect(try await steps(.spelling) == [.exact, .lemma, nil, nil, nil])
        // Without a limit, everything is translated.
        #expect(try await steps(.gloss) == [.exact, .lemma, nil, .exact, nil])
        #expect(try await codes() == [nil, nil, nil, nil, .invalidRequest])
        await provider.shutdown()
    }

    @Test("unknown words are left unchanged and listed") func unknown() async throws {
        let provider = ApertiumTranslation()
        let results = try await provider.translate(
            Apertium.request(["the xyzzyfoo is big", "qxzvkwjq", "qxzvkwjq vwqx", "", " \n"])
        ).results
        let first = try results[0].get()
        #expect(first.text == "el xyzzyfoo es grande", "\(first)")
        #expect(first.notes == ["not translated: xyzzyfoo"])
        let codes = results[1...].map { result in
            if case .failure(let error) = result { error.code } else { ServiceError.Code(rawValue: "none") }
        }
        #expect(codes == [.notFound, .notFound, .invalidRequest, .invalidRequest])
        await provider.shutdown()
    }

    @Test("a hundred sentences sent together give the same results as one by one") func sentences() async throws {
        let provider = ApertiumTranslation()
        let things = ["house", "dog", "book", "car", "table", "door", "city", "river", "friend", "school"]
        let sayings = [
            "The X is big.", "I see the X.", "where is the X?", "My X is old", "two X and a dog", "This is a X!",
            "The <b>X</b> is red.", "[sound:X.mp3] the X", "the X\nthe dog", "We have no X.",
        ]
        let texts = sayings.flatMap { saying in
            things.map { thing in
                saying.split(separator: "X", omittingEmptySubsequences: false).joined(separator: thing)
            }
        }
        let together = try await provider.texts(texts)
        #expect(together.count == 100)
        var alone: [String] = []
        for text in texts { alone += try await provider.texts([text]) }
        #expect(together == alone)
        #expect(!together.contains { $0.hasPrefix("<") && $0.hasSuffix(">") })
        await provider.shutdown()
    }

    @Test(
        "no text breaks the pipeline, and text without words is returned unchanged",
        arguments: [
            "\u{0}", "a\u{0}b", "^$[]\\{}/<>@*#~+", String(repeating: "^$[]\\", count: 2000),
            String(repeating: "[[", count: 500),
            String(repeating: "a", count: 5000), String(repeating: "{{c1::", count: 500),
            String(repeating: "<", count: 5000),
            String(repeating: "\\(", count: 3000), String(repeating: "😀", count: 3000), "مرحبا بالعالم",
            "\u{202E}house",
            "[s0]", "house [s0] [m0]", "[m0]dog[m1]", "\u{FFFE}\u{FFFF}", "a\u{AD}b", "]", "[", "\\", "dog\\", "$1 $2",
            "^house<n><sg>$", "house/casa", "*dog", "#dog", "@dog", "[[t:b:1]]big[[/]] house", "[<STREAMCMD:SETVAR:x>]",
            "dog\u{2028}cat", String(repeating: "dog\n", count: 500), "<a href=\"", "<!--", "{{", "::", "}}", "&amp",
            "&;",
        ]
    )
    func hostile(_ text: String) async throws {
        let provider = ApertiumTranslation()
        let results = try await provider.translate(Apertium.request([text, "the dog", text])).results
        #expect(results.count == 3 && results[0] == results[2])
        #expect(try results[1].get().text == "el perro")
        if case .success(let translation) = results[0] {
            let marks: (String) -> [Character] = { $0.filter { "^$[]{}<>\\😀".contains($0) } }
            #expect(marks(translation.text) == marks(text))
        }
        await provider.shutdown()
    }

    @Test("long texts are translated completely") func long() async throws {
        let provider = ApertiumTranslation()
        let text = String(repeating: "The dog is in the house. ", count: 4000)
        let found = try await provider.texts([text])[0]
        #expect(found == String(repeating: "El perro es en la casa. ", count: 4000))
        let tooLong = try await provider.texts([String(repeating: "dog and ", count: 200_000), "the dog"])
        #expect(tooLong == ["<limitExceeded>", "el perro"])
        await provider.shutdown()
    }

    @Test("killed programs are restarted, and no answer is lost or mixed up") func killed()
        async throws
    {
        let provider = ApertiumTranslation()
        let texts = (0..<3000).map { "The dog number \($0) is in the house." }
        let expected = try await provider.texts(texts)
        for stage in [0, 3, 9] {
            async let results = provider.texts(texts)
            try await Task.sleep(for: .milliseconds(20))
            let victims = provider.identifiers
            try #require(victims.count > stage)
            kill(victims[stage], SIGKILL)
            #expect(try await results == expected)
        }
        await provider.shutdown()
    }

    @Test("a stalled program times out, and the next request succeeds") func stopped() async throws {
        let provider = ApertiumTranslation(idleTimeout: .seconds(5))
        #expect(try await provider.texts(["the dog"]) == ["el perro"])
        let victim = try #require(provider.identifiers.first)
        kill(victim, SIGSTOP)
        #expect(try await provider.texts(["the house"]) == ["la casa"])
        await provider.shutdown()
    }

    @Test("a cancelled request ends immediately without affecting others") func cancelled() async throws {
        let provider = ApertiumTranslation()
        _ = try await provider.texts(["the dog"])
        let victim = try #require(provider.identifiers.first)
        kill(victim, SIGSTOP)
        let task = Task { try await provider.texts(["the house"]) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: ServiceError.self) { try await task.value }
        #expect(try await provider.texts(["the dog"]) == ["el perro"])
        await provider.shutdown()
    }

    @Test("no process is left running after shutdown") func shutdown() async throws {
        let provider = ApertiumTranslation()
        _ = try await provider.texts(["the dog", "dog"])
        let processes = provider.identifiers
        #expect(processes.count > 5)
        await provider.shutdown()
        await provider.shutdown()
        for process in processes { #expect(kill(process, 0) != 0) }
        await #expect(throws: ServiceError.self) { try await provider.texts(["the dog"]) }
    }

    @Test("the error for a missing pair lists the installed pairs and the package") func unsupported() async throws {
        let provider = ApertiumTranslation()
        #expect(try await provider.languagePairs().contains { $0.source.text == "en" && $0.target.text == "es" })
        let error = await #expect(throws: ServiceError.self) { try await provider.texts(["dog"], to: "ca") }
        #expect(error?.code == .unsupported && error?.message.contains("eng-spa") == true)
        #expect(error?.remedy == "install the package apertium-eng-cat")
        let none = await #expect(throws: ServiceError.self) { try await provider.texts(["dog"], to: "ja") }
        #expect(none?.remedy?.contains("another provider") == true)
        await provider.shutdown()
    }

    @Test("regions are accepted") func regions() async throws {
        let provider = ApertiumTranslation()
        #expect(try await provider.texts(["the dog"], from: "en-GB", to: "es-MX") == ["el perro"])
        #expect(try await provider.texts(["the dog"], from: "eng", to: "spa") == ["el perro"])
        await provider.shutdown()
    }

    @Test("conforms to the provider rules") func conformance() async throws {
        let sample = TranslationSample(texts: ["the dog", "a house"], source: "en", target: "es")
        let report = await TranslationConformance(sample: sample).check(ApertiumTranslation())
        #expect(report.isPassed, "\(report.failures)")
    }

    @Test("the analyser finds base forms") func analyser() async throws {
        let english = try #require(LanguageTag("en").flatMap { ApertiumAnalyser(language: $0) })
        let found = try await english.lemmas(of: [
            "went", "children", "houses", "xyzzy", "ice cream", "", "^$", "better",
        ])
        #expect(found.map { $0.first?.text } == ["go", "child", "house", nil, nil, nil, nil, found[7].first?.text])
        #expect(found[0].first?.partOfSpeech == .verb)
        #expect(english.lemmasNow(of: "mice").first?.text == "mouse")
        #expect(english.lemmasNow(of: "two words").isEmpty)
        await english.shutdown()
        #expect(english.lemmasNow(of: "mice").isEmpty)
    }
}

@Suite("Apertium is not installed") struct MissingApertiumTests {
    @Test func theErrorNamesThePackage() async throws {
        let provider = ApertiumTranslation(modes: "/nonexistent")
        guard case .unavailable(_, let remedy) = await provider.status() else {
            Issue.record("Apertium is available")
            return
        }
        #expect(remedy?.contains("apertium-eng-spa") == true)
        let error = await #expect(throws: ServiceError.self) { try await provider.texts(["dog"]) }
        #expect(error?.code == .unavailable && error?.provider == "apertium")
        #expect(LanguageTag("en").flatMap { ApertiumAnalyser(language: $0, modes: "/nonexistent") } == nil)
    }
}
