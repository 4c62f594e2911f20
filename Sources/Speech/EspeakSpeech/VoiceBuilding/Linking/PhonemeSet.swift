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
                throw ServiceError(
                    .configuration,
                    "\(phoneme.place.text): the table '\(accent.table)' has no phoneme '\(phoneme.mnemonic)'"
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
    func code(_ mnemonic: String, _ place: DefinitionPlace) throws(ServiceError) -> UInt8 {
        if let code = byName[mnemonic] { return code }
        throw ServiceError(
            .configuration,
            "\(place.text): there is no phoneme '\(mnemonic)'\(ClosestMatch.hint(for: mnemonic, in: byName.keys))",
            remedy: "use espeak-ng's name of it, or define it"
        )
    }

    /// Puts an entry in the place of the one with its code.
    mutating func update(_ entry: PhonemeTables.Entry) { byCode[entry.code] = entry }

    /// The codes of phonemes written in a row, of which the longest name that fits is taken each time.
    func codes(_ text: String, _ place: DefinitionPlace) throws(ServiceError) -> [UInt8] {
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
                throw ServiceError(
                    .configuration,
                    "\(place.text): there is no phoneme at '\(shown)'",
                    remedy: "use espeak-ng's names of phonemes, with ' before a stressed vowel"
                )
            }
        }
        return codes
    }
}
