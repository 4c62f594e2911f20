import LanguageServices

/// Appends tables, programs and formant sequences to the installed data.
///
/// Existing data does not change, so every installed voice sounds the same as before.
struct PhonemeLinker: Sendable {
    private let installed: InstalledData
    private var tables: [UInt8]
    private var programs: [UInt8]
    private var sounds: [UInt8]
    private var tableCount: Int
    private var tracks: [FormantTrack: Int] = [:]

    init(_ installed: InstalledData) {
        self.installed = installed
        tables = installed.tableFile.bytes
        programs = installed.programFile.bytes
        sounds = installed.soundFile.bytes
        tableCount = installed.tables.tables.count
    }

    /// The data files, including the additions.
    var files: [(name: String, bytes: [UInt8])] {
        var programs = programs
        // The library reads one word past the end of a reference to a sound.
        programs.append(word: 1)
        programs.append(word: 1)
        // The library copies 64 bytes for a frame of 44 bytes.
        return [
            ("phontab", tables), ("phonindex", programs), ("phondata", sounds + [UInt8](repeating: 0, count: 64)),
        ]
    }

    /// Adds an accent's table.
    ///
    /// - Returns: The accent's phonemes, which are used to spell its words.
    /// - Throws: `ServiceError.Code.configuration` if the accent refers to data that is not installed,
    ///   `ServiceError.Code.limitExceeded` if a file is full.
    mutating func add(_ accent: AccentDefinition) throws(ServiceError) -> PhonemeSet {
        var set = try PhonemeSet(accent, installed.tables)
        var entries: [PhonemeTables.Entry] = []
        for phoneme in accent.phonemes.phonemes {
            let entry = try entry(for: phoneme, accent, set)
            set.update(entry)
            entries.append(entry)
        }
        guard tableCount < 149 else { throw Self.full("the list of phoneme tables") }
        guard let base = installed.tables.tables.firstIndex(where: { $0.name == accent.table }), base < 255,
            entries.count < 255
        else { throw Self.full("the phoneme table") }
        guard !installed.tables.tables.contains(where: { $0.name == accent.tableName }) else {
            throw ServiceError(.configuration, "the phoneme table '\(accent.tableName)' already exists")
        }
        tableCount += 1
        tables[0] = UInt8(tableCount)
        tables += [UInt8(entries.count + 1), UInt8(base + 1), 0, 0]
        let name = Array(accent.tableName.utf8.prefix(31))
        tables += name + [UInt8](repeating: 0, count: 32 - name.count)
        for entry in entries { tables += entry.bytes }
        tables += [UInt8](repeating: 0, count: 16)
        return set
    }

    private static func full(_ what: String) -> ServiceError {
        ServiceError(.limitExceeded, "\(what) has no room for another accent", remedy: "remove an accent")
    }
}

// MARK: Phonemes

extension PhonemeLinker {
    private mutating func entry(
        for phoneme: PhonemeDefinition,
        _ accent: AccentDefinition,
        _ set: PhonemeSet
    ) throws(ServiceError) -> PhonemeTables.Entry {
        guard var entry = set[phoneme.mnemonic] else {
            throw phoneme.location.problem("there is no phoneme '\(phoneme.mnemonic)'", remedy: "check its name")
        }
        if let model = phoneme.model {
            let own = entry
            entry = try self.model(model, accent, set, phoneme.location)
            entry.mnemonic = own.mnemonic
            entry.code = own.code
        }
        if let length = phoneme.length { entry.length = UInt8(min(length / 2, 255)) }
        if let begins = phoneme.begins { entry.start = try set.code(begins.mnemonic, phoneme.location) }
        if let ends = phoneme.ends { entry.end = try set.code(ends.mnemonic, phoneme.location) }
        guard !phoneme.statements.isEmpty else { return entry }
        var program = PhonemeProgram()
        for statement in phoneme.statements { try add(statement, to: &program, accent, set) }
        let start = programs.count / 2
        guard start + program.words.count <= 65_000 else { throw Self.full("the list of phoneme programs") }
        for word in program.words { programs.append(word: word) }
        entry.program = UInt16(start)
        return entry
    }

    private func model(
        _ reference: PhonemeDefinition.Reference,
        _ accent: AccentDefinition,
        _ set: PhonemeSet,
        _ location: DefinitionLocation
    ) throws(ServiceError) -> PhonemeTables.Entry {
        let table = reference.table ?? accent.table
        guard let phonemes = try installed.tables.phonemes(of: table) else {
            let names = installed.tables.tables.map(\.name)
            throw location.problem(
                "the phoneme table '\(table)' is not installed\(ClosestMatch.hint(for: table, in: names))",
                remedy: "use an installed one, such as en or en-us"
            )
        }
        // A program refers to other phonemes by code, so the codes must represent the same phonemes in this table.
        for (code, entry) in phonemes where set.name(of: code) != entry.mnemonic {
            throw location.problem(
                "the phonemes of '\(table)' are incompatible with those of '\(accent.table)'",
                remedy: "use a phoneme from a table of the same language, or from base1"
            )
        }
        guard let entry = phonemes.values.first(where: { $0.mnemonic == reference.mnemonic }) else {
            let names = phonemes.values.map(\.mnemonic).sorted()
            throw location.problem(
                "the table '\(table)' has no phoneme '\(reference.mnemonic)'"
                    + ClosestMatch.hint(for: reference.mnemonic, in: names),
                remedy: "check its name"
            )
        }
        return entry
    }

    // MARK: Statements

    private mutating func add(
        _ statement: PhonemeStatement,
        to program: inout PhonemeProgram,
        _ accent: AccentDefinition,
        _ set: PhonemeSet
    ) throws(ServiceError) {
        let body = try body(of: statement, accent, set)
        for condition in statement.conditions {
            let operand: UInt16
            var isProperty = false
            switch condition.property {
            case .phoneme(let mnemonic): operand = UInt16(try set.code(mnemonic, statement.location))
            case .kind(let number):
                operand = number
                isProperty = true
            }
            program.condition(
                condition.position,
                operand,
                isProperty: isProperty,
                isNegated: condition.isNegated,
                joinsNextByOr: condition.joinsNextByOr
            )
        }
        if statement.conditions.isEmpty { program.append(body) } else { program.skipIfFalse(body) }
    }

    private mutating func body(
        of statement: PhonemeStatement,
        _ accent: AccentDefinition,
        _ set: PhonemeSet
    ) throws(ServiceError) -> PhonemeProgram {
        let location = statement.location
        var body = PhonemeProgram()
        switch statement.action {
        case .symbol(let symbol): body.show(symbol)
        case .length(let length): body.setLength(length)
        case .become(let mnemonic):
            body.change(to: try set.code(mnemonic, location))
            body.end()
        case .reduce(let mnemonic): body.changeIfDiminished(to: try set.code(mnemonic, location))
        case .append(let mnemonic): body.append(try set.code(mnemonic, location))
        case .insert(let mnemonic): body.insert(try set.code(mnemonic, location))
        case .link(let mnemonic): body.appendBeforeVowel(try set.code(mnemonic, location))
        case .likePhoneme(let reference):
            let entry = try model(reference, accent, set, location)
            guard entry.program > 0, Int(entry.program) < installed.programFile.count / 2 else {
                throw location.problem("the phoneme '\(reference.mnemonic)' has no sound", remedy: "use another one")
            }
            body.run(entry.program)
        case .sequence(let name, let loudness):
            let address = try address(of: name, location)
            body.sound(at: address, loudness: loudness)
        case .track(let track):
            body.sound(at: try add(track, location))
        case .namedTrack(let name):
            guard let track = accent.phonemes.tracks[name] else {
                throw location.problem("there is no track '\(name)'", remedy: "define it")
            }
            body.sound(at: try add(track, location))
        }
        return body
    }

    // MARK: Sounds

    private func address(of name: String, _ location: DefinitionLocation) throws(ServiceError) -> Int {
        guard let address = installed.manifest.sequences[name] else {
            throw location.problem(
                "the formant sequence '\(name)' is not installed"
                    + ClosestMatch.hint(for: name, in: installed.manifest.sequences.keys),
                remedy: "espeak-ng's file phondata-manifest lists the available sequences"
            )
        }
        guard address % 4 == 0, FormantFrame.sequence(in: installed.soundFile, at: address) != nil else {
            throw InstalledData.damaged("phondata", "it lacks the formant sequence '\(name)'")
        }
        return address
    }

    private func frames(of name: String, _ location: DefinitionLocation) throws(ServiceError) -> [FormantFrame] {
        let address = try address(of: name, location)
        return FormantFrame.sequence(in: installed.soundFile, at: address) ?? []
    }

    /// Adds a track, unless an identical one exists.
    private mutating func add(_ track: FormantTrack, _ location: DefinitionLocation) throws(ServiceError) -> Int {
        if let known = tracks[track] { return known }
        let opening = try frames(of: track.shape, location)
        let closing = try track.endShape.map { name throws(ServiceError) in try frames(of: name, location) }
        guard let first = opening.dropFirst().first ?? opening.first,
            let last = closing.map({ $0.last }) ?? first, track.targets.count >= 2
        else { throw location.problem("the track has no shape", remedy: "name an installed formant sequence") }
        while sounds.count % 4 != 0 { sounds.append(0) }
        let address = sounds.count
        guard address < 1 << 22 else { throw Self.full("the list of sounds") }
        sounds.append(word: UInt16(track.targets.reduce(0) { $0 + $1.duration } & 0x7FFF))
        sounds += [UInt8(track.targets.count), 0]
        for (index, target) in track.targets.enumerated() {
            var frame = first.blended(with: last, Double(index) / Double(track.targets.count - 1))
            frame.frequencies[1] = UInt16(target.first)
            frame.frequencies[2] = UInt16(target.second)
            frame.frequencies[3] = UInt16(target.third)
            let duration = index < track.targets.count - 1 ? UInt8(min(target.duration, 255)) : 0
            sounds += frame.bytes(isMiddle: index == 1, duration: duration)
        }
        tracks[track] = address
        return address
    }
}
