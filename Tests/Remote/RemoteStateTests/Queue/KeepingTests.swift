import Foundation
import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

@Suite("Contents of the queue")
struct KeepingTests {
    private let place: QueuePlace

    init() throws { place = try QueuePlace() }

    @Test func equalRequestsAreStoredOnce() async throws {
        let queue = place.file()
        let tickets = try await queue.add([waiting("one"), waiting("two"), waiting("one")])
        #expect(tickets.map(\.id) == [1, 2, 1])
        #expect(try await place.file().add([waiting("two")]).map(\.id) == [2])
        // A different language, provider or option makes a different request.
        var other = TranslationRequest(texts: ["one"], source: LanguageTag("en"), target: LanguageTag("es"))
        other.wantsEntries = true
        let more = try await queue.add([
            waiting("one", to: "de"), waiting("one", for: "other"),
            (QueuedRequest(provider: "remote", work: .translation(other)), noNetwork),
        ])
        #expect(more.map(\.id) == [3, 4, 5])
        #expect(try await queue.entries().count == 5)
    }

    @Test func everyPropertyOfARequestSurvives() async throws {
        let request = TranslationRequest(
            texts: ["a \"text\"\n\u{0} with \u{202E} 😀"],
            source: LanguageTag("zh-Hant-TW"),
            target: LanguageTag("pt-BR"),
            partOfSpeech: .noun,
            loosestMatch: .lemma,
            romanizes: true,
            wantsAlternatives: false,
            wantsEntries: true,
            context: TranslationContext(previousMessages: ["before", ""], level: .b1)
        )
        let spoken = SpeechRequest(
            text: String(repeating: "long ", count: 200_000),
            language: LanguageTag("en-IE"),
            voice: "a voice",
            rate: 0.3,
            pitch: 1.1,
            volume: 0.1,
            wordGap: .milliseconds(1234),
            isDeterministic: true,
            pronunciations: [
                Pronunciation(word: "a", sound: .ipa("ə"), language: LanguageTag("en")),
                Pronunciation(word: "b", sound: .respelling("bee")),
            ]
        )
        let all = [
            QueuedRequest(provider: "remote", work: .translation(request)),
            QueuedRequest(provider: "spoken", work: .speech(spoken, file: "/a folder/ü 'x'.wav", style: "{}")),
        ]
        _ = try await place.file(now: 77).add(all.map { ($0, noNetwork) })
        let entries = try await place.file().entries()
        #expect(entries.map(\.request) == all)
        #expect(entries.map(\.added) == [77, 77])
        #expect(entries.map(\.state) == [.waiting, .waiting])
        #expect(entries[0].error?.code == .network)
        #expect(entries[0].error?.message == "cannot connect")
        #expect(entries[0].error?.remedy == "look for a network")
    }

    /// Written by a version without the choice of alternatives.
    @Test func requestsWithoutAnAlternativesOptionWantThem() throws {
        let old = """
            {"texts": ["one"], "source": "en", "target": "es", "furthestStep": "gloss", "romanizes": true,
             "wantsEntries": false}
            """
        let request = try JSONDecoder().decode(TranslationRequest.self, from: Data(old.utf8))
        let same = TranslationRequest(
            texts: ["one"],
            source: LanguageTag("en"),
            target: LanguageTag("es"),
            romanizes: true
        )
        #expect(request == same)
        #expect(request.wantsAlternatives)
        var without = request
        without.wantsAlternatives = false
        #expect(try JSONDecoder().decode(TranslationRequest.self, from: JSONEncoder().encode(without)) == without)
    }

    @Test func everyPropertyOfAnAnswerSurvives() async throws {
        let translation = Translation(
            text: "perro",
            alternatives: ["can"],
            groups: [TranslationGroup(partOfSpeech: .noun, translations: ["perro"])],
            provider: "remote",
            partOfSpeech: .noun,
            genders: [.masculine],
            reading: "r",
            romanization: "l",
            source: LanguageTag("en"),
            match: TranslationMatch(step: .lemma, headword: "dog"),
            entries: [TranslationEntry(headword: "dog")],
            gloss: [GlossedWord("dog", translation: "perro")],
            notes: ["a note"],
            remarks: [TranslationRemark(.grammar, "a remark")],
            difficulty: .a1
        )
        let queue = place.file()
        _ = try await queue.add([waiting("dog"), speech("dog", place.folder.file("dog.wav"))])
        for entry in try await queue.claim() + queue.claim() {
            _ = try await queue.begin([entry.id])
            let answer: QueueAnswer =
                entry.request.file == nil ? .translation(translation) : .speech(.milliseconds(1_234_567))
            try await queue.settle([(entry.id, .answered(answer))])
        }
        #expect(
            try await place.file().answersToShow().map(\.answer) == [
                .translation(translation), .speech(.milliseconds(1_234_567)),
            ]
        )
    }

    @Test func aFailedRequestIsQueuedAgainAndAnAnsweredOneIsReturned() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("failed"), waiting("uncertain"), waiting("done")])
        let claimed = try await queue.claim()
        _ = try await queue.begin(claimed.map(\.id))
        let answer = QueueAnswer.translation(Translation(text: "hecho", provider: "remote"))
        try await queue.settle([
            (1, .refused(ServiceError(.unsupported, "no"))), (2, .uncertain(noNetwork)), (3, .answered(answer)),
        ])
        let tickets = try await queue.add([waiting("failed"), waiting("uncertain"), waiting("done")])
        #expect(
            tickets == [
                .init(id: 1, state: .waiting), .init(id: 2, state: .uncertain),
                .init(id: 3, state: .done, answer: answer),
            ]
        )
        #expect(try await queue.states() == ["failed": .waiting, "uncertain": .uncertain, "done": .done])
    }

    @Test func aFileWaitsForTheLatestRequest() async throws {
        let queue = place.file()
        let file = place.folder.file("x.wav")
        #expect(try await queue.add([speech("first", file), speech("second", file)]).map(\.id) == [1, 1])
        #expect(try await queue.entries().map(\.request.text) == ["second"])
        // A request stays unchanged while it is being sent.
        let claimed = try await queue.claim()
        #expect(claimed.map(\.request.text) == ["second"])
        #expect(try await queue.add([speech("third", file)]) == [QueueTicket(id: 1, state: .claimed)])
        _ = try await queue.begin([1])
        try await queue.settle([(1, .answered(.speech(.seconds(1))))])
        // The file does not exist, so adding the request queues it again; if it existed, it would be the answer.
        #expect(try await queue.add([speech("second", file)]) == [QueueTicket(id: 1, state: .waiting)])
        _ = try await queue.claim()
        _ = try await queue.begin([1])
        try await queue.settle([(1, .answered(.speech(.seconds(1))))])
        try Data([1]).write(to: URL(fileURLWithPath: file))
        #expect(
            try await queue.add([speech("second", file)])
                == [QueueTicket(id: 1, state: .done, answer: .speech(.seconds(1)))]
        )
        #expect(try await queue.add([speech("second", file, rate: 2)]) == [QueueTicket(id: 1, state: .waiting)])
    }

    @Test func uncertainSpeechIsNotResentWithOtherOptions() async throws {
        let queue = place.file()
        let file = place.folder.file("x.wav")
        _ = try await queue.add([speech("text", file)])
        _ = try await queue.claim()
        _ = try await queue.begin([1])
        try await queue.settle([(1, .uncertain(noNetwork))])
        #expect(
            try await queue.add([speech("text", file, style: "opus")]) == [QueueTicket(id: 1, state: .uncertain)]
        )
        #expect(try await queue.add([speech("another", file)]) == [QueueTicket(id: 1, state: .waiting)])
    }

    @Test func aFullQueueRejectsRequestsAndDropsShownAnswers() async throws {
        let queue = place.file(limits: QueueLimits(requests: 3))
        _ = try await queue.add([waiting("1"), waiting("2"), waiting("3")])
        let error = await #expect(throws: ServiceError.self) { try await queue.add([waiting("4"), waiting("5")]) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.remedy?.contains("queue run") == true)
        // A call that fails stores nothing, and requests already queued are not counted again.
        #expect(try await queue.entries().count == 3)
        #expect(try await queue.add([waiting("2")]).map(\.id) == [2])
        let claimed = try await queue.claim()
        _ = try await queue.begin(claimed.map(\.id))
        let answer = QueueOutcome.answered(.translation(Translation(text: "x", provider: "remote")))
        try await queue.settle([(1, answer), (2, answer), (3, .waiting(noNetwork))])
        // An answer that has not been shown is not discarded.
        await #expect(throws: ServiceError.self) { try await queue.add([waiting("4")]) }
        try await queue.markShown([1])
        #expect(try await queue.add([waiting("4")]).count == 1)
        #expect(try await queue.states() == ["2": .done, "3": .waiting, "4": .waiting])
    }

    @Test func theQueueSizeIsLimitedInBytes() async throws {
        let queue = place.file(limits: QueueLimits(bytes: 1 << 20))
        _ = try await queue.add([waiting(String(repeating: "x", count: 900_000))])
        let error = await #expect(throws: ServiceError.self) {
            try await queue.add([waiting(String(repeating: "y", count: 200_000))])
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func onlyTheOwnerCanReadIt() async throws {
        _ = try await place.file().add([waiting("secret")])
        func mode(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        #expect(try mode(place.path) == 0o700)
        let queue = place.file()
        _ = try await queue.claim()
        let names = TemporaryFolder.names(in: place.path)
        #expect(names.contains("requests.sqlite") && names.contains { $0.hasPrefix("run-") })
        for name in names { #expect(try mode("\(place.path)/\(name)") == 0o600, "\(name)") }
        queue.close()
        #expect(!TemporaryFolder.names(in: place.path).contains { $0.hasPrefix("run-") })
    }

    @Test func erasingRemovesTextsAndKeepsWhatIsBeingSent() async throws {
        let queue = place.file()
        #expect(try await queue.erase() == (0, 0))
        _ = try await queue.add((0..<200).map { waiting("MARKER \($0)") })
        let sender = place.file()
        let claimed = try await sender.claim(1)
        #expect(claimed.count == 1)
        #expect(try await queue.erase() == (199, 1))
        #expect(try await queue.entries().map(\.request.text) == claimed.map(\.request.text))
        // The process that has claimed the request can still settle it.
        _ = try await sender.begin(claimed.map(\.id))
        try await sender.settle(claimed.map { ($0.id, .refused(ServiceError(.notFound, "gone"))) })
        #expect(try await queue.erase() == (1, 0))
        sender.close()
        queue.close()
        for name in TemporaryFolder.names(in: place.path) {
            let text = String(decoding: try #require(contents("\(place.path)/\(name)")), as: UTF8.self)
            #expect(!text.contains("MARKER"), "\(name)")
        }
        _ = try await queue.add([waiting("later")])
        #expect(try await queue.entries().map(\.request.text) == ["later"])
    }

    @Test func erasingRemovesADamagedQueue() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("one")])
        queue.close()
        try AtomicFile.write(Array(repeating: 7, count: 9000), to: queue.path)
        for name in ["-wal", "-shm"] { TemporaryFolder.remove(queue.path + name) }
        #expect(try await place.file().erase() == (0, 0))
        #expect(!Folder.exists(place.path))
        _ = try await queue.add([waiting("two")])
        #expect(try await queue.entries().map(\.request.text) == ["two"])
    }

    @Test func aMissingQueueIsEmptyAndNotCreated() async throws {
        let queue = place.file()
        #expect(try await queue.entries() == [])
        #expect(try await queue.counts() == [:])
        #expect(try await queue.claim() == [])
        #expect(try await queue.remove([1]) == [])
        #expect(place.folder.names() == [])
    }

    @Test func manyConcurrentCountsLoseNothing() async throws {
        let files = [place.file(), place.file(), place.file()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<12 {
                group.addTask {
                    for round in 0..<10 {
                        _ = try await files[worker % 3].add([waiting("\(worker) \(round)"), waiting("shared \(round)")])
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try await place.file().entries()
        #expect(entries.count == 130)
        #expect(Set(entries.map(\.request.text)).count == 130)
    }
}
