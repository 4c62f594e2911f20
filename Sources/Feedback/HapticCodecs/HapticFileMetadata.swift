import HapticPatterns
import JSON

/// The metadata that `.haptic` files have a place for.
enum HapticFileMetadata {
    private static let texts = ["editor", "author", "source", "project", "description"]

    /// The members to write, and whether that is all there is.
    static func members(_ metadata: HapticMetadata?) -> (members: [(String, JSONValue)], isWhole: Bool) {
        guard let metadata else { return ([], true) }
        guard case .group(let given) = metadata else { return ([], metadata == .null) }
        var members: [(String, JSONValue)] = []
        for member in given {
            let name = member.name.lowercased()
            guard !members.contains(where: { $0.0 == name }) else { continue }
            if texts.contains(name), case .text(let text) = member.value { members.append((name, .string(text))) }
            if name == "tags", case .list(let tags) = member.value, tags.allSatisfy({ $0.text != nil }) {
                members.append((name, .array(tags.map(\.json))))
            }
        }
        return (members, members.count == given.count)
    }
}
