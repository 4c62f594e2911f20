/// Puts new values into an object, and leaves the rest of it as it is written.
struct JSONObjectEditing {
    /// The names of the fields, those that are added included.
    let fields: [String]

    /// How strings are written in the file.
    let style: JSONStringStyle

    /// The object that was found last, with new values of fields.
    ///
    /// - Parameters:
    ///   - members: Which member holds a field, where one does.
    ///   - values: The new values.
    func edited(_ records: JSONRecords, members: [Int: Int], _ values: [Int: String]) -> [UInt8] {
        let object = records.object
        var result: [UInt8] = []
        result.reserveCapacity(object.count + 64)
        var copied = 0
        let replaced = values.compactMap { field, value in members[field].map { (records.members[$0].value, value) } }
        for (range, value) in replaced.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            result.append(contentsOf: object[copied..<range.lowerBound])
            style.write(value, to: &result)
            copied = range.upperBound
        }
        let absent = values.keys.filter { members[$0] == nil && fields.indices.contains($0) }.sorted()
        if !absent.isEmpty {
            let end = records.members.last?.value.upperBound ?? 1
            result.append(contentsOf: object[copied..<max(copied, end)])
            copied = max(copied, end)
            let spacing = Spacing(records.members, in: object)
            for (index, field) in absent.enumerated() {
                if index > 0 || !records.members.isEmpty { result.append(UInt8(ascii: ",")) }
                result.append(contentsOf: index == 0 && records.members.isEmpty ? [] : spacing.beforeKey)
                style.write(fields[field], to: &result)
                result.append(contentsOf: spacing.colon)
                style.write(values[field] ?? "", to: &result)
            }
        }
        result.append(contentsOf: object[copied...])
        return result
    }

    /// What stands between the parts of members, as the members that are there show it.
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
