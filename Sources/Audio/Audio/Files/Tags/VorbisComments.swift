/// The list of comments in FLAC, Vorbis and Opus files (Xiph.Org, Ogg Vorbis I format specification, section 5).
///
/// A vendor string and the comments, each after its length in 32 bits, little-endian, and the comments after their count.
struct VorbisComments {
    private var vendor: ArraySlice<UInt8>
    private var comments: [ArraySlice<UInt8>]

    /// Reads a list at the beginning of `bytes`; `nil` when it is cut off.
    ///
    /// - Parameter length: How many bytes the list had.
    init?(_ bytes: ArraySlice<UInt8>, length: inout Int) {
        var rest = bytes
        guard let vendor = Self.string(&rest), let count = Self.number(&rest), count <= rest.count / 4 else {
            return nil
        }
        var comments: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            guard let comment = Self.string(&rest) else { return nil }
            comments.append(comment)
        }
        self.vendor = vendor
        self.comments = comments
        length = bytes.count - rest.count
    }

    /// Adds a comment: `TITLE=…`.
    mutating func append(_ comment: String) {
        comments.append(Array(comment.utf8)[...])
    }

    /// The list as bytes.
    var bytes: [UInt8] {
        var bytes = Self.bytes(vendor.count) + vendor + Self.bytes(comments.count)
        for comment in comments { bytes += Self.bytes(comment.count) + comment }
        return bytes
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = number(&rest), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return Int(rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { Array($0) }
    }
}
