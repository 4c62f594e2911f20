import LanguageServices

/// The phonemes of an accent: those in its base table and those that it adds.
struct PhonemeSet: Sendable {
    private var byCode: [UInt8: PhonemeTables.Entry]
    private var byName: [String: UInt8] = [:]

    /// Loads the phonemes of the base table and assigns a code to each phoneme that the accent adds.
    ///
    /// - Throws: `ServiceError.Code.configuration` if the table is not installed, or an added phoneme is not based on
    ///   another one.
    init(_ accent: AccentDefinition, _ tables: PhonemeTables) throws(ServiceError) {
        guard let base = try tables.phonemes(of: accent.table) else {
            throw ServiceError(
                .configuration,
                "\(accent.name): the phoneme table '\(accent.table)' is not installed"
                    + ClosestMatch.hint(for: accent.table, in: tables.tables.map(\.name)),
                remedy: "use an installed one, such as en or en-us"
            )
        }
        byCode = base
        // If several phonemes have the same name, the library uses the one with the lowest code.
        for (code, entry) in base { byName[entry.mnemonic] = min(code, byName[entry.mnemonic] ?? code) }
        var next: UInt8 = 254
        for phoneme in accent.phonemes.phonemes where byName[phoneme.mnemonic] == nil {
            guard let model = phoneme.model, let like = byName[model.mnemonic], var entry = byCode[like] else {
                throw phoneme.location.problem(
                    "the table '\(accent.table)' has no phoneme '\(phoneme.mnemonic)'"
                        + ClosestMatch.hint(for: phoneme.mnemonic, in: byName.keys),
                    remedy: "write 'phoneme \(phoneme.mnemonic) like …' to add it"
                )
            }
            while next > 127, byCode[next] != nil { next -= 1 }
            guard next > 127 else {
                throw ServiceError(.limitExceeded, "\(phoneme.location.text): there is no room for another phoneme")
            }
            entry.mnemonic = phoneme.mnemonic
            entry.code = next
            byCode[next] = entry
            byName[phoneme.mnemonic] = next
        }
    }

    subscript(mnemonic: String) -> PhonemeTables.Entry? { byName[mnemonic].flatMap { byCode[$0] } }

    /// The name of the phoneme with a code.
    func name(of code: UInt8) -> String? { byCode[code]?.mnemonic }

    /// The code of the phoneme with a name.
    func code(_ mnemonic: String, _ location: DefinitionLocation) throws(ServiceError) -> UInt8 {
        if let code = byName[mnemonic] { return code }
        throw location.problem(
            "there is no phoneme '\(mnemonic)'\(ClosestMatch.hint(for: mnemonic, in: byName.keys))",
            remedy: "use an espeak-ng phoneme name, or define the phoneme"
        )
    }

    /// Replaces the entry with the same code.
    mutating func update(_ entry: PhonemeTables.Entry) { byCode[entry.code] = entry }

    /// The codes for a string of concatenated phoneme names. At each point, the longest matching name is used.
    func codes(_ text: String, _ location: DefinitionLocation) throws(ServiceError) -> [UInt8] {
        var remainder = Array(text.utf8)[...]
        var codes: [UInt8] = []
        while let first = remainder.first {
            let match = (1...4).reversed().lazy.compactMap { count -> (Int, UInt8)? in
                guard remainder.count >= count else { return nil }
                return byName[String(decoding: remainder.prefix(count), as: UTF8.self)].map { (count, $0) }
            }.first
            if let match {
                codes.append(match.1)
                remainder = remainder.dropFirst(match.0)
            } else if first == UInt8(ascii: "|") {
                // A delimiter separates names that would otherwise be read as one.
                remainder = remainder.dropFirst()
            } else {
                let shown = String(decoding: remainder.prefix(4), as: UTF8.self)
                var location = location
                location.column += text.utf8.count - remainder.count
                throw location.problem(
                    "no phoneme name matches at '\(shown)'",
                    remedy: "use espeak-ng's phoneme names, with ' before a stressed vowel"
                )
            }
        }
        return codes
    }
}

/// An espeak-ng program for a phoneme, which consists of 16-bit words that are executed until a sound is played or the
/// program returns.
///
/// The instructions follow format 0x014801, with the operand in the lower byte.
struct PhonemeProgram: Sendable {
    /// The words.
    private(set) var words: [UInt16] = []

    /// Displays a symbol instead of the mnemonic. The symbol has at most 16 bytes of UTF-8, which are stored two per
    /// word, the first one in the upper byte.
    mutating func show(_ symbol: String) {
        let bytes = Array(symbol.utf8.prefix(16))
        words.append(0x0D00 | UInt16(bytes.count))
        for index in stride(from: 0, to: bytes.count, by: 2) {
            let second = index + 1 < bytes.count ? bytes[index + 1] : 0
            words.append(UInt16(bytes[index]) << 8 | UInt16(second))
        }
    }

    /// Sets the length, in milliseconds.
    mutating func setLength(_ milliseconds: Int) {
        words.append(0x0A00 | UInt16(min(max(milliseconds / 2, 0), 255)))
    }

    mutating func change(to code: UInt8) { words.append(0x0100 | UInt16(code)) }
    mutating func insert(_ code: UInt8) { words.append(0x0300 | UInt16(code)) }
    mutating func append(_ code: UInt8) { words.append(0x0400 | UInt16(code)) }
    mutating func appendBeforeVowel(_ code: UInt8) { words.append(0x0500 | UInt16(code)) }
    mutating func changeIfDiminished(to code: UInt8) { words.append(0x1000 | UInt16(code)) }

    /// Jumps to another program.
    mutating func run(_ program: UInt16) { words += [0x9100, program, 0x0001] }

    /// Plays the formant sequence at an address, which must be a multiple of 4, and returns.
    mutating func sound(at address: Int, loudness: Int = 0) {
        let index = UInt32(truncatingIfNeeded: address / 4)
        words.append(0xB000 | UInt16(loudness & 0xFF) << 4 | UInt16(index >> 16 & 0xF))
        words.append(UInt16(index & 0xFFFF))
    }

    /// Returns.
    mutating func end() { words.append(0x0001) }

    /// Appends a condition; consecutive conditions are evaluated from left to right.
    ///
    /// - Parameters:
    ///   - position: The tested phoneme; numbers from 6 are stored in an additional word.
    ///   - operand: The code of a phoneme or the number of a property.
    ///   - isProperty: Whether the operand is a property.
    ///   - isNegated: Whether the result is negated.
    ///   - joinsNextByOr: Whether the condition is joined to the next one by `or`.
    mutating func condition(
        _ position: UInt16,
        _ operand: UInt16,
        isProperty: Bool,
        isNegated: Bool,
        joinsNextByOr: Bool
    ) {
        let slot = min(position, 6) + (isProperty ? 7 : 0)
        words.append(0x2000 | (joinsNextByOr ? 0x1000 : 0) | slot << 8 | operand & 0xFF)
        if position >= 6 { words.append(position) }
        if isNegated { words.append(0x0003) }
    }

    /// Appends a program that is skipped if the preceding conditions are false.
    mutating func skipIfFalse(_ body: PhonemeProgram) {
        words.append(0x6800 | UInt16(min(body.words.count + 1, 255)))
        words += body.words
    }
}

extension PhonemeProgram {
    /// Appends another program.
    mutating func append(_ other: PhonemeProgram) { words += other.words }
}
