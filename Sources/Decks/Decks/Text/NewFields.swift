import LanguageServices

/// What is asked of the names of fields that are added to a deck.
enum NewFields {
    /// - Throws: `ServiceError.Code.invalidRequest` for a name that is empty, or that a field has already.
    static func check(_ names: [String], besides existing: [String], in file: DeckFile) throws(ServiceError) {
        var taken = Set(existing)
        for name in names {
            guard !name.trimmingWhitespace().isEmpty else {
                throw ServiceError(.invalidRequest, "the name of a new field is empty", remedy: "give it a name")
            }
            guard taken.insert(name).inserted else {
                throw ServiceError(
                    .invalidRequest,
                    "\(file.shownName) has a field '\(name)' already",
                    remedy: "choose another name, or fill the field that is there"
                )
            }
        }
    }

    /// An edit names a field that the note does not have.
    static func noSuchField(_ field: Int, at place: NotePlace) -> ServiceError {
        ServiceError(.invalidRequest, "\(place): there is no field \(field + 1)", remedy: "name a field of the deck")
    }
}
