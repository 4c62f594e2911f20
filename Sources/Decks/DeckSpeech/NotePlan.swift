import Decks
import LanguageServices

/// What is spoken of the notes of a type.
struct NotePlan: Sendable {
    /// A field, who speaks it, and the field that its sound goes into.
    struct Route: Sendable, Hashable {
        var source: Int
        var destination: Int
        var voice: FieldVoice
    }

    var routes: [Route] = []

    /// The plans for the note types of a deck.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when a field is in no type, or never together with its destination.
    static func plans(
        for info: DeckInfo,
        fields: [SpokenField],
        newFields: [String]
    ) throws(ServiceError) -> [NotePlan] {
        guard !fields.isEmpty else { throw ServiceError(.invalidRequest, "there is no field to speak") }
        var plans = [NotePlan](repeating: NotePlan(), count: info.noteTypes.count)
        for field in fields {
            var isFound = false
            for (index, type) in info.noteTypes.enumerated() {
                guard let source = type.place(ofField: field.source),
                    let destination = place(of: field.destination ?? field.source, in: type, newFields)
                else { continue }
                let route = Route(source: source, destination: destination, voice: field.voice)
                if !plans[index].routes.contains(route) { plans[index].routes.append(route) }
                isFound = true
            }
            if !isFound { throw missing(field, in: info) }
        }
        return plans
    }

    private static func place(of field: String, in type: NoteType, _ newFields: [String]) -> Int? {
        if let place = type.place(ofField: field) { return place }
        return newFields.firstIndex(of: field).map { type.fields.count + $0 }
    }

    private static func missing(_ field: SpokenField, in info: DeckInfo) -> ServiceError {
        let hasSource = info.hasField(field.source)
        let name = hasSource ? field.destination ?? field.source : field.source
        let hint = ClosestMatch.hint(for: name, in: Array(info.firstFields))
        return ServiceError(
            .invalidRequest,
            "no notes of the deck have a field '\(name)'\(hasSource ? " beside '\(field.source)'" : "")\(hint)",
            remedy: info.namedFields
        )
    }

    /// What the user should know of plans.
    static func notices(_ plans: [NotePlan], _ info: DeckInfo) -> [String] {
        zip(plans, info.noteTypes).compactMap { plan, type in
            // The text of a cloze is on both sides of its cards.
            guard type.isCloze, let first = type.fields.first, plan.routes.contains(where: { $0.destination == 0 })
            else {
                return nil
            }
            return
                "a sound in the field '\(first)' of the note type '\(type.name)' is heard with the question, and says "
                + "what is hidden; '--into' puts it into another field"
        }
    }
}
