import Decks
import LanguageServices

/// The fields to speak in the notes of one type.
struct NotePlan: Sendable {
    /// The indices of a field and its destination, and the voice.
    struct Route: Sendable, Hashable {
        var source: Int
        var destination: Int
        var voice: FieldVoice
    }

    var routes: [Route] = []

    /// The plans for the note types in a deck.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has one of the fields, or a field together with
    ///   its destination.
    static func plans(
        for info: DeckInfo,
        fields: [SpokenField],
        newFields: [String]
    ) throws(ServiceError) -> [NotePlan] {
        guard !fields.isEmpty else { throw ServiceError(.invalidRequest, "no field to speak was given") }
        var plans = [NotePlan](repeating: NotePlan(), count: info.noteTypes.count)
        for field in fields {
            var isFound = false
            for (index, type) in info.noteTypes.enumerated() {
                guard let source = type.index(ofField: field.source),
                    let destination = fieldIndex(of: field.destination ?? field.source, in: type, newFields)
                else { continue }
                let route = Route(source: source, destination: destination, voice: field.voice)
                if !plans[index].routes.contains(route) { plans[index].routes.append(route) }
                isFound = true
            }
            if !isFound { throw missing(field, in: info) }
        }
        return plans
    }

    private static func fieldIndex(of field: String, in type: NoteType, _ newFields: [String]) -> Int? {
        if let index = type.index(ofField: field) { return index }
        return newFields.firstIndex(of: field).map { type.fields.count + $0 }
    }

    private static func missing(_ field: SpokenField, in info: DeckInfo) -> ServiceError {
        let hasSource = info.hasField(field.source)
        let name = hasSource ? field.destination ?? field.source : field.source
        let hint = ClosestMatch.hint(for: name, in: Array(info.firstFields))
        return ServiceError(
            .invalidRequest,
            "no note in the deck has a field '\(name)'\(hasSource ? " together with '\(field.source)'" : "")\(hint)",
            remedy: info.namedFields
        )
    }

    /// The warnings about plans.
    static func notices(_ plans: [NotePlan], _ info: DeckInfo) -> [String] {
        zip(plans, info.noteTypes).compactMap { plan, type in
            // The text of a cloze field is on both sides of its cards.
            guard type.isCloze, let first = type.fields.first, plan.routes.contains(where: { $0.destination == 0 })
            else {
                return nil
            }
            return
                "a sound in the field '\(first)' of the note type '\(type.name)' plays with the question and reveals "
                + "the hidden text; use '--into' to choose another field"
        }
    }
}
