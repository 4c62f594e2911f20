/// Finds the objects in the array of an answer while it is written.
///
/// What stands around the array does not matter: a model that was not made to keep to the schema may talk first, put the answer
/// into a fence, or give the array alone. An object is handed out when it has been closed, so one that was cut off never is.
struct ObjectScanner: Sendable {
    private var stack: [UInt8] = []
    private var isInString = false
    private var isEscaped = false
    /// The object that is being written, when one is.
    private var object: [UInt8] = []
    /// How deep the brackets were when it began.
    private var depth: Int?
    /// Everything, while it may still be one object that is no member of an array.
    private var whole: [UInt8] = []

    /// Whether an object of an array was handed out.
    private(set) var hasFound = false

    private static let deepest = 32
    private static let longest = 64 << 10

    /// Takes a piece of the answer.
    ///
    /// - Returns: The objects that it closes, as JSON.
    mutating func add(_ text: String) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for byte in text.utf8 {
            // A bracket in what a model says before its answer begins nothing that would ever end.
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

    /// The answer itself, when it is one object that holds no array of them: a single sentence.
    var single: [UInt8]? {
        guard !hasFound, stack.isEmpty, whole.first == UInt8(ascii: "{"), whole.last == UInt8(ascii: "}") else {
            return nil
        }
        return whole
    }
}
