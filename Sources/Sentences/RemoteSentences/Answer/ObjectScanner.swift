/// Finds the objects in the array of a streamed JSON response.
///
/// Text around the array is ignored: a model without schema support may add remarks, wrap the JSON in a code fence, or
/// send a bare array. An object is returned as soon as it is closed; a truncated object is never returned.
struct ObjectScanner: Sendable {
    private var stack: [UInt8] = []
    private var isInString = false
    private var isEscaped = false
    /// The object being read, if any.
    private var object: [UInt8] = []
    /// The bracket depth at which the object began.
    private var depth: Int?
    /// All bytes so far, kept as long as the response may be a single object outside an array.
    private var whole: [UInt8] = []

    /// Whether an object from an array has been returned.
    private(set) var hasFound = false

    private static let deepest = 32
    private static let longest = 64 << 10

    /// Adds a chunk of the response.
    ///
    /// - Returns: The objects that this chunk completes, as JSON.
    mutating func add(_ text: String) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for byte in text.utf8 {
            // Ignore brackets in text before the JSON, because they may never be closed.
            if depth != nil { object.append(byte) }
            if object.count > Self.longest {
                reset()
                isInString = false
            }
            if !stack.isEmpty, !hasFound, whole.count < Self.longest { whole.append(byte) }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = !stack.isEmpty
            case UInt8(ascii: "{"): open(byte)
            case UInt8(ascii: "["): open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let object = close(byte) { found.append(object) }
            default: break
            }
        }
        return found
    }

    private mutating func open(_ byte: UInt8) {
        if stack.isEmpty, !hasFound { whole = [byte] }
        let isMember = stack.last == UInt8(ascii: "[")
        if byte == UInt8(ascii: "{"), depth == nil, isMember {
            depth = stack.count
            object = [byte]
        }
        stack.append(byte)
        if stack.count > Self.deepest || object.count > Self.longest { reset() }
    }

    private mutating func close(_ byte: UInt8) -> [UInt8]? {
        let opening = byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
        guard stack.last == opening else {
            reset()
            return nil
        }
        stack.removeLast()
        guard let depth, depth == stack.count else { return nil }
        self.depth = nil
        defer { object = [] }
        hasFound = true
        whole = []
        return object
    }

    private mutating func reset() {
        stack = []
        object = []
        depth = nil
    }

    /// The response itself, if it is a single object that contains no array of objects: one sentence.
    var single: [UInt8]? {
        guard !hasFound, stack.isEmpty, whole.first == UInt8(ascii: "{"), whole.last == UInt8(ascii: "}") else {
            return nil
        }
        return whole
    }
}
