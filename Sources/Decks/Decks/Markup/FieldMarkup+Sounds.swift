extension FieldMarkup {
    /// The names of the files that the field plays, `[sound:NAME]`, in their order.
    public var sounds: [String] {
        pieces.compactMap { piece in
            if case .markup(let raw) = piece { soundName(raw) } else { nil }
        }
    }

    /// The field with other sounds.
    ///
    /// The new ones stand where the first of those stood that they replace, and behind everything else when there was none.
    /// All but sounds stays as it is, to the byte.
    ///
    /// - Parameters:
    ///   - names: The files that are played.
    ///   - isReplaced: Whether a sound goes, by its name.
    public func placing(sounds names: [String], insteadOf isReplaced: (String) -> Bool) -> String {
        let tags = names.map { "[sound:\(isHTML ? CharacterReference.escaped($0) : $0)]" }.joined()
        var result = ""
        var isPlaced = false
        for piece in pieces {
            switch piece {
            case .plain(let raw), .text(let raw, _): result += raw
            case .markup(let raw):
                guard let name = soundName(raw), isReplaced(name) else {
                    result += raw
                    continue
                }
                if !isPlaced {
                    result += tags
                    isPlaced = true
                } else if result.utf8.last == UInt8(ascii: " ") {
                    // The space that kept it apart from what stands before it.
                    result.unicodeScalars.removeLast()
                }
            }
        }
        if isPlaced || names.isEmpty { return result }
        if FieldMarkup.isBlank(result, isHTML: isHTML) { return result + tags }
        let isApart = result.utf8.last == UInt8(ascii: " ") || result.utf8.last == UInt8(ascii: "]")
        return result + (isApart ? "" : " ") + tags
    }

    private func soundName(_ raw: String) -> String? {
        guard raw.hasPrefix("[sound:"), raw.hasSuffix("]") else { return nil }
        let name = String(raw.dropFirst(7).dropLast())
        return isHTML ? CharacterReference.resolved(name) : name
    }
}
