package import LanguageServices
import Platform

/// Requests translations from a provider, and each distinct text only once.
package struct TranslationRunner: Sendable {
    private let provider: any TranslationProvider
    private var request: TranslationRequest
    private let notice: @Sendable (String) -> Void

    /// Notices already given, so they are not repeated for every batch.
    private let reportedNotices = Once()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - provider: The translation provider.
    ///   - request: The template for requests, without texts or target.
    ///   - notice: Called once for each distinct notice.
    package init(
        _ provider: any TranslationProvider,
        _ request: TranslationRequest,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.provider = provider
        self.request = request
        self.notice = notice
    }

    /// The translation of each text, each with its own context; missing parts are taken from the request's context.
    ///
    /// A request has a single context, so texts are grouped by context, and several requests run concurrently.
    ///
    /// - Throws: An error that affects all groups.
    package func answers(
        toEach texts: [TextItem],
        in target: LanguageTag?
    ) async throws -> [Result<Translation, ServiceError>] {
        let groups = ContextGroups(texts, shared: request.context)
        let work = OrderedWork<ContextGroups.Group, Result<[Result<Translation, ServiceError>], any Error>>(width: 4)
        let answers = try await work.results(for: groups.all) { group in
            var asking = self
            asking.request.context = group.context
            do {
                return .success(try await asking.answers(to: group.indices.map { texts[$0].text }, in: target))
            } catch {
                return .failure(error)
            }
        }
        return try groups.results(answers, count: texts.count)
    }

    /// The translation of each text.
    ///
    /// - Parameter target: The target language; `nil` uses the configuration.
    /// - Throws: An error that affects the whole request.
    package func answers(
        to texts: [String],
        in target: LanguageTag?
    ) async throws -> [Result<Translation, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        let different = UniqueTexts(texts)
        var request = request
        request.texts = different.texts
        request.target = target
        let results = try await results(of: request)
        return different.indices.map { results[$0] }
    }

    private func results(of request: TranslationRequest) async throws -> [Result<Translation, ServiceError>] {
        let response = try await provider.translate(request)
        for notice in response.report.notices where reportedNotices.isNew(notice) { self.notice(notice) }
        guard response.results.count == request.texts.count else {
            throw ServiceError(
                .protocolViolation,
                "the provider returned \(response.results.count) answers for \(request.texts.count) texts"
            )
        }
        return response.results
    }
}

/// The distinct texts in a list and, for each list element, the index of its text among them.
struct UniqueTexts {
    private(set) var texts: [String] = []
    private(set) var indices: [Int] = []

    /// Texts are compared by scalar, since canonically equivalent texts may be translated differently.
    init(_ all: [String]) {
        var known = OrderedNames<[UInt8]>()
        for text in all {
            let index = known.add(Array(text.utf8))
            if index == texts.count { texts.append(text) }
            indices.append(index)
        }
    }
}

/// A text to answer, with its context.
package struct TextItem: Sendable {
    /// The text.
    package var text: String

    /// The context; `nil` for none.
    package var context: TranslationContext?

    /// The part of speech.
    package var partOfSpeech: PartOfSpeech?

    /// The sense.
    package var sense: String?

    /// Creates a text.
    package init(
        text: String,
        context: TranslationContext? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil
    ) {
        self.text = text
        self.context = context
        self.partOfSpeech = partOfSpeech
        self.sense = sense
    }
}

/// Texts grouped by context.
struct ContextGroups {
    /// Texts with the same context.
    struct Group: Sendable {
        /// The context.
        let context: TranslationContext?

        /// The indices of the texts in the list.
        var indices: [Int]
    }

    /// The groups, in the order of their first texts.
    private(set) var all: [Group] = []

    /// - Parameter shared: The context for texts that have none.
    init(_ texts: [TextItem], shared: TranslationContext?) {
        var known = OrderedNames<TranslationContext?>()
        for (index, text) in texts.enumerated() {
            let context = Self.merged(text.context, shared)
            let group = known.add(context)
            if group == all.count { all.append(Group(context: context, indices: [])) }
            all[group].indices.append(index)
        }
    }

    private static func merged(_ own: TranslationContext?, _ shared: TranslationContext?) -> TranslationContext? {
        guard let shared, var merged = own else { return own ?? shared }
        if merged.previousMessages.isEmpty { merged.previousMessages = shared.previousMessages }
        if merged.level == nil { merged.level = shared.level }
        return merged
    }

    /// The results of all texts in list order, combined from the groups.
    ///
    /// - Throws: The first error when every group failed or the task was cancelled.
    func results(
        _ answers: [Result<[Result<Translation, ServiceError>], any Error>],
        count: Int
    ) throws -> [Result<Translation, ServiceError>] {
        let missing = ServiceError(.providerFailed, "the text was not sent")
        var results = [Result<Translation, ServiceError>](repeating: .failure(missing), count: count)
        var failures: [any Error] = []
        for (group, answer) in zip(all, answers) {
            switch answer {
            case .success(let found):
                for (index, result) in zip(group.indices, found) { results[index] = result }
            case .failure(let error):
                let known = ServiceError(error)
                guard error is ServiceError, known.code != .cancelled else { throw error }
                failures.append(error)
                for index in group.indices { results[index] = .failure(known) }
            }
        }
        if failures.count == all.count, let first = failures.first { throw first }
        return results
    }
}
