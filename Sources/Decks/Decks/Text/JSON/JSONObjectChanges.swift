/// Changes to an object: only changed members are rewritten, and everything else is preserved byte for byte.
struct JSONObjectChanges {
    /// The changes by member index.
    var changed: [Int: JSONLine.Change] = [:]

    /// The members to append.
    var added: [(key: String, value: JSONLine.Change)] = []

    /// The object with the changes applied.
    ///
    /// - Parameters:
    ///   - members: The ranges of its members.
    ///   - style: The style of strings.
    func applied(
        to object: UnsafeRawBufferPointer,
        _ members: [JSONRecords.Member],
        style: JSONStringStyle
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(object.count + 64)
        result.append(contentsOf: object[..<min(1, object.count)])
        // The text before the first member is kept before the first remaining one.
        let lead = 1..<(members.first?.key.lowerBound ?? 1)
        var isFirst = true
        for (index, member) in members.enumerated() where changed[index] != .remove {
            let before = isFirst ? lead : members[index - 1].value.upperBound..<member.key.lowerBound
            isFirst = false
            result.append(contentsOf: object[before])
            if let value = changed[index] {
                result.append(contentsOf: object[member.key.lowerBound..<member.value.lowerBound])
                style.write(value, to: &result)
            } else {
                result.append(contentsOf: object[member.key.lowerBound..<member.value.upperBound])
            }
        }
        if !added.isEmpty {
            let spacing = Spacing(members, in: object)
            for (key, value) in added {
                if isFirst {
                    result.append(contentsOf: object[lead])
                } else {
                    result.append(UInt8(ascii: ","))
                    result.append(contentsOf: spacing.beforeKey)
                }
                isFirst = false
                style.write(key, to: &result)
                result.append(contentsOf: spacing.colon)
                style.write(value, to: &result)
            }
        }
        result.append(contentsOf: object[(members.last?.value.upperBound ?? min(1, object.count))...])
        return result
    }

    /// The white space between the parts of members, copied from existing members.
    private struct Spacing {
        var beforeKey: [UInt8] = [0x20]
        var colon: [UInt8] = Array(": ".utf8)

        init(_ members: [JSONRecords.Member], in object: UnsafeRawBufferPointer) {
            guard let first = members.first else { return }
            colon = Array(object[first.key.upperBound..<first.value.lowerBound])
            if members.count > 1 {
                let gap = object[first.value.upperBound..<members[1].key.lowerBound]
                beforeKey = gap.firstIndex(of: UInt8(ascii: ",")).map { Array(gap[($0 + 1)...]) } ?? []
            } else {
                let lead = object[1..<first.key.lowerBound]
                let isSpread = lead.contains(0x0A) || lead.contains(0x0D)
                beforeKey = isSpread ? Array(lead) : colon.last == 0x20 ? [0x20] : []
            }
        }
    }
}
