public import Decks
public import LanguageServices

/// Adds the sounds of fields to notes, as `[sound:NAME]`.
///
/// A destination receives the sounds of all fields assigned to it, in order. Existing content is treated as follows:
///
/// - Sounds generated from the same texts with the same settings are kept if their files exist.
/// - Other generated sounds (from an older text, in another accent) are replaced.
/// - Sounds that Parlance did not generate are kept unless `overwrites` is set; a field that contains only such sounds
///   is left unchanged.
/// - Text, images and videos are always kept.
public struct FieldSpeech: NoteWork {
    /// Fields to add.
    public let newFields: [String]

    /// Warnings to show before the work starts.
    public let notices: [String]

    private let plans: [NotePlan]
    private let isHTML: Bool
    private let overwrites: Bool
    private let naming: SoundNaming
    private let folder: SoundFolder
    private let present: Set<String>
    private let available: Set<String>

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - fields: The fields to speak and their destinations.
    ///   - newFields: Fields to add to all note types; they may be destinations.
    ///   - overwrites: Whether to replace sounds that Parlance did not generate.
    ///   - provider: The speech provider.
    ///   - style: The voice and sound settings.
    ///   - folder: The folder for the sound files.
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has one of the fields, or a field together with
    ///   its destination.
    public init(
        deck: any Deck,
        fields: [SpokenField],
        newFields: [String] = [],
        overwrites: Bool = false,
        provider: any SpeechProvider,
        style: SpeechStyle,
        folder: SoundFolder
    ) throws(ServiceError) {
        let info = deck.info
        plans = try NotePlan.plans(for: info, fields: fields, newFields: newFields)
        notices = NotePlan.notices(plans, info)
        self.newFields = newFields
        self.overwrites = overwrites
        self.folder = folder
        isHTML = info.hasMarkup
        naming = SoundNaming(style: style, provider: provider)
        present = deck.mediaNames
        // The folder is listed only once, so that a note always gets the same assignment.
        available = present.union(folder.names())
    }

    /// The texts of the fields whose sounds are missing from their destinations.
    public func assignment(for note: Note) -> NoteAssignment {
        guard plans.indices.contains(note.type), !plans[note.type].routes.isEmpty, hasFields(note) else {
            return .skip(.noField)
        }
        let work = work(for: note)
        let texts = work.destinations.flatMap(\.texts)
        if !texts.isEmpty { return .work(texts: texts.map(\.batchText)) }
        return work.reason.map { .skip($0) } ?? .keep
    }

    /// The fields with their sounds added, and the sound files.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard plans.indices.contains(note.type) else { return NoteEdit() }
        var edit = NoteEdit()
        var remaining = answers[...]
        for destination in work(for: note).destinations {
            let names = remaining.prefix(destination.texts.count).map(\.text)
            remaining = remaining.dropFirst(names.count)
            for name in names {
                guard SoundName.isGenerated(name) else {
                    throw ServiceError(.protocolViolation, "a batch answer is not the name of a sound file")
                }
                if !present.contains(name) { edit.media.append(MediaFile(name: name, path: folder.file(name))) }
            }
            let old = note.fields.indices.contains(destination.field) ? note.fields[destination.field] : ""
            edit.fields[destination.field] = FieldMarkup(old, isHTML: isHTML).inserting(sounds: names) { name in
                SoundName.isGenerated(name) || overwrites && !VideoFileName.isVideo(name)
            }
        }
        guard remaining.isEmpty else {
            throw ServiceError(.protocolViolation, "the note has more sounds than texts")
        }
        return edit
    }

    // MARK: Planning

    /// The work for a note.
    private struct Work {
        /// The destinations that lack a sound.
        var destinations: [Destination] = []
        /// The reason why there is no work; `nil` if there is work, or if it is already done.
        var reason: NoteReport.Reason?
    }

    /// A destination field and the texts whose sounds it receives.
    private struct Destination {
        var field: Int
        var texts: [VoicedText]
    }

    /// Whether a note has all the fields in its plan. In a damaged package, a note may have fewer fields than its note
    /// type.
    private func hasFields(_ note: Note) -> Bool {
        plans[note.type].routes.allSatisfy { route in
            note.fields.indices.contains(route.source) && route.destination < note.fields.count + newFields.count
        }
    }

    private func work(for note: Note) -> Work {
        var wanted: [Destination] = []
        var isBlank = true
        for route in plans[note.type].routes where note.fields.indices.contains(route.source) {
            let field = note.fields[route.source]
            if !FieldMarkup.isBlank(field, isHTML: isHTML) { isBlank = false }
            guard let text = FieldMarkup(field, isHTML: isHTML).spokenText else { continue }
            let voiced = VoicedText(text, route.voice)
            if let index = wanted.firstIndex(where: { $0.field == route.destination }) {
                if !wanted[index].texts.contains(voiced) { wanted[index].texts.append(voiced) }
            } else {
                wanted.append(Destination(field: route.destination, texts: [voiced]))
            }
        }
        guard !wanted.isEmpty else { return Work(reason: isBlank ? .emptySource : .nothingToDo) }
        return Work(destinations: wanted.filter { lacks($0, in: note) })
    }

    private func lacks(_ destination: Destination, in note: Note) -> Bool {
        guard note.fields.indices.contains(destination.field) else { return true }
        let field = note.fields[destination.field]
        let sounds = field.contains("[sound:") ? FieldMarkup(field, isHTML: isHTML).sounds : []
        let audible = sounds.filter { !VideoFileName.isVideo($0) }
        let generated = audible.filter(SoundName.isGenerated)
        if generated.count < audible.count {
            if overwrites { return true }
            if generated.isEmpty { return false }
        }
        let names = destination.texts.map { naming.name(of: $0) }
        return generated != names || !available.isSuperset(of: names)
    }
}
