package import JSON
package import LanguageServices
package import ServiceRegistry

/// Encodes translations for `--json` output. Empty values are omitted.
package enum TranslationJSON {
    /// A translation, with its origin.
    package static func members(_ translation: Translation) -> [(String, JSONValue)] {
        var object = JSONMembers()
        object.add("translation", translation.text)
        object.add("alternatives", translation.alternatives)
        object.add("groups", translation.groups.map(value))
        object.add("partOfSpeech", translation.partOfSpeech?.rawValue)
        object.add("genders", translation.genders.map(\.rawValue))
        object.add("reading", translation.reading)
        object.add("romanization", translation.romanization)
        object.add("from", translation.source?.text)
        if let match = translation.match { object.add("match", value(match)) }
        object.add("gloss", translation.gloss.map(value))
        object.add("entries", translation.entries.map(value))
        object.add("notes", translation.notes)
        object.add("remarks", translation.remarks.map(value))
        object.add("difficulty", translation.difficulty?.rawValue)
        object.add("quality", translation.quality.rawValue)
        object.add("provider", translation.provider.rawValue)
        object.add("cached", translation.cached?.rawValue)
        object.add("attempts", translation.attempts.map(ReportJSON.value))
        return object.list
    }

    /// An entry of a dictionary.
    package static func value(_ entry: TranslationEntry) -> JSONValue {
        var object = JSONMembers()
        object.add("headword", entry.headword)
        object.add("reading", entry.reading)
        object.add("pronunciations", entry.pronunciations)
        object.add("partsOfSpeech", entry.partsOfSpeech.map(\.rawValue))
        object.add("genders", entry.genders.map(\.rawValue))
        object.add("forms", entry.forms)
        object.add("labels", entry.labels)
        object.add("senses", entry.senses.map(value))
        object.add("seeAlso", entry.seeAlso)
        object.add("notes", entry.notes)
        object.add("dictionary", entry.dictionary.isEmpty ? nil : entry.dictionary)
        return object.object
    }

    private static func value(_ sense: TranslationSense) -> JSONValue {
        var object = JSONMembers()
        object.add("partOfSpeech", sense.partOfSpeech?.rawValue)
        object.add("translations", sense.translations.map(value))
        object.add("definition", sense.definition)
        object.add("labels", sense.labels)
        object.add("examples", sense.examples.map(value))
        return object.object
    }

    private static func value(_ word: TranslatedWord) -> JSONValue {
        var object = JSONMembers()
        object.add("text", word.text)
        object.add("reading", word.reading)
        object.add("genders", word.genders.map(\.rawValue))
        object.add("labels", word.labels)
        return object.object
    }

    private static func value(_ example: TranslationExample) -> JSONValue {
        var object = JSONMembers()
        object.add("text", example.text)
        object.add("translation", example.translation)
        return object.object
    }

    private static func value(_ group: TranslationGroup) -> JSONValue {
        var object = JSONMembers()
        object.add("partOfSpeech", group.partOfSpeech?.rawValue)
        object.add("translations", group.translations)
        return object.object
    }

    private static func value(_ match: TranslationMatch) -> JSONValue {
        .object([("step", .string(match.step.rawValue)), ("headword", .string(match.headword))])
    }

    private static func value(_ remark: TranslationRemark) -> JSONValue {
        .object([("subject", .string(remark.subject.rawValue)), ("text", .string(remark.text))])
    }

    private static func value(_ word: GlossedWord) -> JSONValue {
        var object = JSONMembers()
        object.add("text", word.text)
        object.add("translation", word.translation)
        object.add("alternatives", word.alternatives)
        object.add("reading", word.reading)
        if let match = word.match { object.add("match", value(match)) }
        return object.object
    }
}

/// Encodes example sentences for `--json` output. Empty values are omitted.
package enum SentenceJSON {
    /// A sentence with all its properties.
    ///
    /// - Parameters:
    ///   - cloze: Whether to include the sentence with its word replaced by a cloze deletion.
    ///   - translator: The provider that translated the sentence, if it is not the sentence's own provider.
    package static func value(
        _ sentence: ExampleSentence,
        cloze: Bool = false,
        translator: ProviderID? = nil
    ) -> JSONValue {
        .object(members(sentence, cloze: cloze, translator: translator))
    }

    /// The members of ``value(_:cloze:translator:)``.
    package static func members(
        _ sentence: ExampleSentence,
        cloze: Bool = false,
        translator: ProviderID? = nil
    ) -> [(String, JSONValue)] {
        var object = JSONMembers()
        object.add("text", sentence.text)
        object.add(
            "wordRanges",
            sentence.wordRanges.map { ["start": .integer($0.lowerBound), "end": .integer($0.upperBound)] }
        )
        object.add("language", sentence.language?.text)
        object.add("form", sentence.form)
        if cloze { object.add("cloze", sentence.cloze()) }
        object.add("lemma", sentence.lemma)
        object.add("partOfSpeech", sentence.partOfSpeech?.rawValue)
        object.add("sense", sentence.sense)
        object.add("level", sentence.level?.rawValue)
        object.add("translation", sentence.translation)
        object.add("translatedBy", translator?.rawValue)
        object.add("romanization", sentence.romanization)
        object.add("notes", sentence.notes)
        object.add("source", sentence.source)
        object.add("licence", sentence.licence)
        object.add("checks", sentence.checks.map(\.rawValue))
        object.add("quality", sentence.quality.rawValue)
        object.add("provider", sentence.provider.rawValue)
        return object.list
    }
}

/// Encodes voices for `--json` output.
package enum VoiceJSON {
    /// A voice.
    package static func value(_ voice: Voice) -> JSONValue {
        var object = JSONMembers()
        object.add("id", voice.id)
        object.add("name", voice.name)
        object.add("languages", .array(voice.languages.map { .string($0.text) }))
        object.add("quality", voice.quality.rawValue)
        object.add("provider", voice.provider.rawValue)
        object.add("gender", voice.gender?.rawValue)
        return object.object
    }
}

/// Encodes the providers of a registry.
package enum ProviderListing {
    /// One provider.
    ///
    /// - Parameter rank: Its position, from 1, in the order in which providers are tried; `nil` if it is not used.
    package static func value(_ descriptor: ProviderDescriptor, _ status: ProviderStatus, rank: Int?) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("service", .string(descriptor.service.rawValue)),
            ("provider", .string(descriptor.id.rawValue)),
            ("kind", .string(descriptor.kind)),
            ("version", .string(descriptor.version)),
            ("locality", .string(descriptor.locality.rawValue)),
            ("rank", rank.map { .integer($0) } ?? .null),
        ]
        switch status {
        case .ready:
            members.append(("status", "ready"))
        case .degraded(let reason, let remedy):
            members += [("status", "degraded"), ("reason", .string(reason))]
            if let remedy { members.append(("remedy", .string(remedy))) }
        case .unavailable(let reason, let remedy):
            members += [("status", "unavailable"), ("reason", .string(reason))]
            if let remedy { members.append(("remedy", .string(remedy))) }
        }
        if let attribution = descriptor.attribution { members.append(("attribution", .string(attribution))) }
        if let licence = descriptor.licence { members.append(("licence", .string(licence))) }
        return .object(members)
    }

    /// All providers of the given services, with their ranks for a role.
    package static func all(
        _ registry: ServiceRegistry,
        of services: [Service] = Service.allCases,
        role: Role = .standard
    ) async -> JSONValue {
        var list: [JSONValue] = []
        for service in services {
            let inUse = registry.providersInUse(for: service, role: role)
            for provider in await registry.providers(of: service) {
                let rank = inUse.firstIndex(of: provider.descriptor.id).map { $0 + 1 }
                list.append(value(provider.descriptor, await provider.status(), rank: rank))
            }
        }
        return .array(list)
    }
}

/// Encodes reports and errors for `--json` output.
package enum ReportJSON {
    /// A report: every provider that was tried, with its outcome and duration.
    package static func value(_ report: ServiceReport) -> JSONValue {
        var members: [(String, JSONValue)] = [("attempts", .array(report.attempts.map(value)))]
        if !report.notices.isEmpty { members.append(("notices", .array(report.notices.map { .string($0) }))) }
        return .object(members)
    }

    /// An error, with the report of the providers that were tried.
    package static func value(_ error: ServiceError) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
        ]
        if let remedy = error.remedy { members.append(("remedy", .string(remedy))) }
        if let provider = error.provider { members.append(("provider", .string(provider.rawValue))) }
        if let id = error.queuedAs { members.append(("queued", .string(id))) }
        if let wait = error.retryAfter { members.append(("retryAfterSeconds", .seconds(wait))) }
        if let report = error.report { members.append(("report", value(report))) }
        return .object(members)
    }

    /// The members that report how a result was obtained: the provider that answered; the attempts, if another was
    /// tried before it; and the notices.
    package static func members(_ report: ServiceReport) -> [(String, JSONValue)] {
        var object = JSONMembers()
        object.add("provider", report.answeredBy?.rawValue)
        if report.attempts.count > 1 { object.add("attempts", report.attempts.map(value)) }
        object.add("notices", report.notices)
        return object.list
    }

    /// An attempt. Its duration is omitted if it was not measured.
    package static func value(_ attempt: ServiceReport.Attempt) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("provider", .string(attempt.provider.rawValue)), ("outcome", .string(attempt.outcome.rawValue)),
        ]
        if attempt.duration != .zero { members.append(("seconds", .seconds(attempt.duration))) }
        if attempt.retries > 0 { members.append(("retries", .integer(attempt.retries))) }
        if let hit = attempt.cacheHit { members.append(("cacheHit", .bool(hit))) }
        if let count = attempt.cached { members.append(("cached", .integer(count))) }
        if let code = attempt.code { members.append(("code", .string(code.rawValue))) }
        if let message = attempt.message { members.append(("message", .string(message))) }
        return .object(members)
    }
}

/// Collects the members of an object and omits empty values.
package struct JSONMembers {
    /// The members in the order in which they were added.
    package private(set) var list: [(String, JSONValue)] = []

    /// Creates an empty collection.
    package init() {}

    /// The members as a JSON object.
    package var object: JSONValue { .object(list) }

    /// Adds a member.
    package mutating func add(_ name: String, _ value: JSONValue) { list.append((name, value)) }

    /// Adds members.
    package mutating func add(_ members: [(String, JSONValue)]) { list += members }

    /// Adds a string, unless it is `nil` or empty.
    package mutating func add(_ name: String, _ text: String?) {
        if let text { list.append((name, .string(text))) }
    }

    /// Adds an array of strings, unless it is empty.
    package mutating func add(_ name: String, _ texts: [String]) { add(name, texts.map { .string($0) }) }

    /// Adds an array, unless it is empty.
    package mutating func add(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { list.append((name, .array(values))) }
    }
}
