import LanguageServices

/// The phonemes that an accent has: those of the table it builds on, and its own.
struct PhonemeSet: Sendable {
    private var byCode: [UInt8: PhonemeTables.Entry]
    private var byName: [String: UInt8] = [:]

    /// Takes the table's phonemes, and finds a code for each one that the accent adds.
    ///
    /// - Throws: `ServiceError.Code.configuration` when the table is not installed, or a phoneme is added that is like
    ///   none.
    init(_ accent: AccentDefinition, _ tables: PhonemeTables) throws(ServiceError) {
        guard let base = try tables.phonemes(of: accent.table) else {
            throw ServiceError(
                .configuration,
                "\(accent.name): no phoneme table '\(accent.table)' is installed"
                    + ClosestMatch.hint(for: accent.table, in: tables.tables.map(\.name)),
                remedy: "use one that is, such as en or en-us"
            )
        }
        byCode = base
        // Of two phonemes with one name the library takes the one with the lower code.
        for (code, entry) in base { byName[entry.mnemonic] = min(code, byName[entry.mnemonic] ?? code) }
        var next: UInt8 = 254
        for phoneme in accent.phonemes.phonemes where byName[phoneme.mnemonic] == nil {
            guard let model = phoneme.model, let like = byName[model.mnemonic], var entry = byCode[like] else {
                throw phoneme.place.problem(
                    "the table '\(accent.table)' has no phoneme '\(phoneme.mnemonic)'"
                        + ClosestMatch.hint(for: phoneme.mnemonic, in: byName.keys),
                    remedy: "write 'phoneme \(phoneme.mnemonic) like …' to add it"
                )
            }
            while next > 127, byCode[next] != nil { next -= 1 }
            guard next > 127 else {
                throw ServiceError(.limitExceeded, "\(phoneme.place.text): there is no room for another phoneme")
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

    /// The code of a phoneme.
    func code(_ mnemonic: String, _ place: DefinitionLocation) throws(ServiceError) -> UInt8 {
        if let code = byName[mnemonic] { return code }
        throw place.problem(
            "there is no phoneme '\(mnemonic)'\(ClosestMatch.hint(for: mnemonic, in: byName.keys))",
            remedy: "use espeak-ng's name of it, or define it"
        )
    }

    /// Puts an entry in the place of the one with its code.
    mutating func update(_ entry: PhonemeTables.Entry) { byCode[entry.code] = entry }

    /// The codes of phonemes written in a row, of which the longest name that fits is taken each time.
    func codes(_ text: String, _ place: DefinitionLocation) throws(ServiceError) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var codes: [UInt8] = []
        while let first = rest.first {
            let match = (1...4).reversed().lazy.compactMap { count -> (Int, UInt8)? in
                guard rest.count >= count else { return nil }
                return byName[String(decoding: rest.prefix(count), as: UTF8.self)].map { (count, $0) }
            }.first
            if let match {
                codes.append(match.1)
                rest = rest.dropFirst(match.0)
            } else if first == UInt8(ascii: "|") {
                // It keeps two names apart that would be read as one.
                rest = rest.dropFirst()
            } else {
                let shown = String(decoding: rest.prefix(4), as: UTF8.self)
                var place = place
                place.column += text.utf8.count - rest.count
                throw place.problem(
                    "there is no phoneme at '\(shown)'",
                    remedy: "use espeak-ng's names of phonemes, with ' before a stressed vowel"
                )
            }
        }
        return codes
    }
}

/// What espeak-ng does to say a phoneme: 16-bit words, carried out until a sound or a return.
///
/// The instructions are those of the format 0x014801. An operand stands in the lower byte.
struct PhonemeProgram: Sendable {
    /// The words.
    private(set) var words: [UInt16] = []

    /// Shows a symbol instead of the mnemonic; at most 16 bytes of UTF-8, two in a word, the first in its upper byte.
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

    /// Does what another program does, and ends.
    mutating func run(_ program: UInt16) { words += [0x9100, program, 0x0001] }

    /// Sounds as the formant sequence at an address that is a multiple of 4, and ends.
    mutating func sound(at address: Int, loudness: Int = 0) {
        let index = UInt32(truncatingIfNeeded: address / 4)
        words.append(0xB000 | UInt16(loudness & 0xFF) << 4 | UInt16(index >> 16 & 0xF))
        words.append(UInt16(index & 0xFFFF))
    }

    /// Ends.
    mutating func end() { words.append(0x0001) }

    /// One condition; several in a row are worked out from left to right.
    ///
    /// - Parameters:
    ///   - position: Which phoneme is looked at; from 6 on it stands in a word of its own.
    ///   - operand: A phoneme's code, or a property's number.
    ///   - isProperty: Whether the operand is a property.
    ///   - isNegated: Whether the answer is turned round.
    ///   - joinsNextByOr: Whether this condition or the next one is enough.
    mutating func condition(
        _ position: UInt16,
        _ operand: UInt16,
        isProperty: Bool,
        isNegated: Bool,
        joinsNextByOr: Bool
    ) {
        let place = min(position, 6) + (isProperty ? 7 : 0)
        words.append(0x2000 | (joinsNextByOr ? 0x1000 : 0) | place << 8 | operand & 0xFF)
        if position >= 6 { words.append(position) }
        if isNegated { words.append(0x0003) }
    }

    /// Passes over some words when the conditions before it do not hold.
    mutating func skipIfFalse(_ body: PhonemeProgram) {
        words.append(0x6800 | UInt16(min(body.words.count + 1, 255)))
        words += body.words
    }
}

extension PhonemeProgram {
    /// Adds the words of another program.
    mutating func append(_ other: PhonemeProgram) { words += other.words }
}
