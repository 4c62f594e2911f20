/// Puts new values into an object of a deck, and leaves the rest of it as it is written.
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
        var changes = JSONObjectChanges()
        for (field, value) in values.sorted(by: { $0.key < $1.key }) {
            if let member = members[field] {
                changes.replaced[member] = .text(value)
            } else if fields.indices.contains(field) {
                changes.added.append((fields[field], .text(value)))
            }
        }
        return changes.applied(to: records.object, records.members, style: style)
    }
}
