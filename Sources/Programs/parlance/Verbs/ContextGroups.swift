import LanguageServices

/// Texts by what is known beside them.
struct ContextGroups {
    /// Texts with the same context.
    struct Group: Sendable {
        /// What is known.
        let context: TranslationContext?

        /// Where the texts stand in the list.
        var places: [Int]
    }

    /// The groups, in the order of their first texts.
    private(set) var all: [Group] = []

    /// - Parameter usual: What holds where a text leaves something open.
    init(_ texts: [AskedText], usual: TranslationContext?) {
        var known: [TranslationContext?: Int] = [:]
        for (place, text) in texts.enumerated() {
            let context = Self.whole(text.context, usual)
            let group = known[context, default: all.count]
            if group == all.count {
                known[context] = group
                all.append(Group(context: context, places: []))
            }
            all[group].places.append(place)
        }
    }

    private static func whole(_ own: TranslationContext?, _ usual: TranslationContext?) -> TranslationContext? {
        guard let usual, var whole = own else { return own ?? usual }
        if whole.previousMessages.isEmpty { whole.previousMessages = usual.previousMessages }
        if whole.level == nil { whole.level = usual.level }
        return whole
    }

    /// The results of all texts in the order of the list, from those of the groups.
    ///
    /// - Throws: The first failure when every group failed as a whole, or when the work was cancelled.
    func results(
        _ answers: [Result<[Result<Translation, ServiceError>], any Error>],
        count: Int
    ) throws -> [Result<Translation, ServiceError>] {
        let missing = ServiceError(.providerFailed, "the text was not asked for")
        var results = [Result<Translation, ServiceError>](repeating: .failure(missing), count: count)
        var failures: [any Error] = []
        for (group, answer) in zip(all, answers) {
            switch answer {
            case .success(let found):
                for (place, result) in zip(group.places, found) { results[place] = result }
            case .failure(let error):
                let known = ServiceError(error)
                guard error is ServiceError, known.code != .cancelled else { throw error }
                failures.append(error)
                for place in group.places { results[place] = .failure(known) }
            }
        }
        if failures.count == all.count, let first = failures.first { throw first }
        return results
    }
}
