extension JSONDeck: PartlyReadDeck {
    /// The members that are no fields, and those that have a meaning but not the right kind of value.
    package func unreadValues() throws -> [UnreadValues] {
        var tally = MemberTally()
        try forEachMember { role, member, records in
            let isRead =
                switch role {
                case .field: true
                case .guid, .noteType, .deck: member.kind == .string || member.kind == .null
                case .tags: member.kind == .string || member.kind == .null || member.kind == .array
                case .other: false
                }
            if !isRead { tally.add(try records.text(member.key)) }
        }
        var unread = tally.counts.map { UnreadValues($0.count, "value", "values", "of the member '\($0.name)'") }
        if tally.rest > 0 { unread.append(UnreadValues(tally.rest, "value", "values", "of other members")) }
        return unread
    }

    /// The numbers and the like that are shown as they are written.
    package func spelledValues() throws -> [String] {
        var tally = MemberTally()
        try forEachMember { role, member, records in
            guard case .field = role, member.kind != .string, member.kind != .null else { return }
            tally.add(try records.text(member.key))
        }
        let names = tally.counts.map { (count: $0.count, name: " of the member '\($0.name)'") }
        let rest = tally.rest > 0 ? [(count: tally.rest, name: " of other members")] : []
        return (names + rest).map { "\($0.count) \($0.count == 1 ? "value" : "values")\($0.name) became text" }
    }
}

/// Counts values by the names of their members; of too many names the rest are counted together.
private struct MemberTally {
    private(set) var counts: [(name: String, count: Int)] = []
    private(set) var rest = 0
    private var places: [String: Int] = [:]

    private static let most = 20

    mutating func add(_ name: String) {
        if let place = places[name] {
            counts[place].count += 1
        } else if counts.count < Self.most {
            places[name] = counts.count
            counts.append((name.unicodeScalars.count > 60 ? "\(name.prefix(60))…" : name, 1))
        } else {
            rest += 1
        }
    }
}
