public import Decks
public import LanguageServices

/// Puts the sounds of fields into notes, as `[sound:NAME]`.
///
/// A destination has the sounds of all fields that go there, in their order. What is there already:
///
/// - our sounds of the same texts, spoken in the same way, stay, when their files are there;
/// - other sounds of ours (of an older text, in another accent) are replaced, each by the name that says what is heard;
/// - sounds of somebody else stay unless they are to be overwritten, and a field that has only these gets none of ours;
/// - text, pictures and films stay always.
public struct FieldSpeech: NoteWork {
    /// Fields that are added.
    public let newFields: [String]

    /// What the user should know before the work is done.
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
    ///   - fields: What is spoken, and where it goes.
    ///   - newFields: Fields that are added to all note types; they may be destinations.
    ///   - overwrites: Whether sounds are replaced that are not ours.
    ///   - provider: Who speaks.
    ///   - style: How.
    ///   - folder: Where the files go.
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has a field, or a field and its destination.
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
        // Looked at once, so that a note is judged in the same way whenever it is asked for.
        available = present.union(folder.names())
    }

    /// The texts of fields whose destinations lack them.
    public func assignment(for note: Note) -> NoteAssignment {
        guard plans.indices.contains(note.type), !plans[note.type].routes.isEmpty, hasFields(note) else {
            return .skip(.noField)
        }
        let work = work(for: note)
        let texts = work.destinations.flatMap(\.texts)
        if !texts.isEmpty { return .work(texts: texts.map(\.batchText)) }
        return work.reason.map { .skip($0) } ?? .keep
    }

    /// The fields with their sounds, and the files of these.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard plans.indices.contains(note.type) else { return NoteEdit() }
        var edit = NoteEdit()
        var rest = answers[...]
        for destination in work(for: note).destinations {
            let names = rest.prefix(destination.texts.count).map(\.text)
            rest = rest.dropFirst(names.count)
            for name in names {
                guard SoundName.isOurs(name) else {
                    throw ServiceError(.protocolViolation, "an answer of the batch is not the name of a sound")
                }
                if !present.contains(name) { edit.media.append(MediaFile(name: name, path: folder.file(name))) }
            }
            let old = note.fields.indices.contains(destination.place) ? note.fields[destination.place] : ""
            edit.fields[destination.place] = FieldMarkup(old, isHTML: isHTML).placing(sounds: names) { name in
                SoundName.isOurs(name) || overwrites && !VideoFileName.isFilm(name)
            }
        }
        guard rest.isEmpty else {
            throw ServiceError(.protocolViolation, "there are more sounds than texts in the note")
        }
        return edit
    }

    // MARK: What is to be done

    /// What is to be done with a note.
    private struct Work {
        /// The destinations that lack a sound.
        var destinations: [Destination] = []
        /// Why there is nothing to do; `nil` when there was, or it is done.
        var reason: NoteReport.Reason?
    }

    /// A field of a note, and the texts that are to be heard in it.
    private struct Destination {
        var place: Int
        var texts: [VoicedText]
    }

    /// Whether a note has the fields of its plan; in a damaged package it may have fewer than its type.
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
            if let index = wanted.firstIndex(where: { $0.place == route.destination }) {
                if !wanted[index].texts.contains(voiced) { wanted[index].texts.append(voiced) }
            } else {
                wanted.append(Destination(place: route.destination, texts: [voiced]))
            }
        }
        guard !wanted.isEmpty else { return Work(reason: isBlank ? .emptySource : .nothingToDo) }
        return Work(destinations: wanted.filter { lacks($0, in: note) })
    }

    private func lacks(_ destination: Destination, in note: Note) -> Bool {
        guard note.fields.indices.contains(destination.place) else { return true }
        let field = note.fields[destination.place]
        let sounds = field.contains("[sound:") ? FieldMarkup(field, isHTML: isHTML).sounds : []
        let audible = sounds.filter { !VideoFileName.isFilm($0) }
        let ours = audible.filter(SoundName.isOurs)
        if ours.count < audible.count {
            if overwrites { return true }
            if ours.isEmpty { return false }
        }
        let names = destination.texts.map { naming.name(of: $0) }
        return ours != names || !available.isSuperset(of: names)
    }
}
