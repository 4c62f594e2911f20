import HapticPatterns
import JSON

extension HapticMetadata {
    /// The value of a node of a JSON document.
    init(_ node: JSONNode) {
        switch node.content {
        case .null: self = .null
        case .bool(let truth): self = .boolean(truth)
        case .number(let number): self = .number(number.double ?? 0)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { HapticMetadata($0) })
        case .object(let members): self = .group(members.map { Member($0.key, HapticMetadata($0.value)) })
        }
    }

    /// The value as JSON.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let truth): .bool(truth)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let values): .array(values.map(\.json))
        case .group(let members): .object(members.map { ($0.name, $0.value.json) })
        }
    }
}
