import LanguageServices

/// Encodes the sentences that contain a form, best first, as variable-length differences between ranks.
enum PostingList {
    /// A sentence that contains a form.
    struct Posting: Sendable, Hashable {
        /// The rank of the sentence; 0 is the best in the corpus.
        var rank: Int
        /// Whether the form occurs only at the start of the sentence.
        var isFirst: Bool
        /// Whether the source lists the sentence as an example of the form's headword.
        var isShown: Bool
    }

    /// The maximum number of sentences per row.
    static let block = 512

    /// Adds a posting to a block.
    ///
    /// - Parameter previous: The rank of the previous posting in the block; -1 at the start of the block.
    static func append(_ posting: Posting, after previous: Int, to bytes: inout [UInt8]) {
        var value = UInt64(max(0, posting.rank - previous - 1)) << 2
        if posting.isFirst { value |= 1 }
        if posting.isShown { value |= 2 }
        bytes.append(variableLength: value)
    }

    /// The postings of a block; `nil` if the bytes are damaged.
    ///
    /// - Parameter count: The number of sentences in the index.
    static func postings(in bytes: [UInt8], count: Int) -> [Posting]? {
        var result: [Posting] = []
        result.reserveCapacity(bytes.count)
        var rank = -1
        let isWhole = numbers(in: bytes, bits: 42) { value in
            rank += Int(value >> 2) + 1
            guard rank < count else { return false }
            result.append(Posting(rank: rank, isFirst: value & 1 != 0, isShown: value & 2 != 0))
            return true
        }
        return isWhole ? result : nil
    }

    /// Encodes numbers in a variable-length format.
    static func packed(_ numbers: some Sequence<Int32>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.append(variableLength: UInt64(UInt32(bitPattern: number))) }
        return bytes
    }

    /// Decodes the output of ``packed(_:)``, up to the first incomplete number.
    static func unpacked(_ bytes: [UInt8]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(bytes.count)
        _ = numbers(in: bytes, bits: 35) { value in
            result.append(Int32(truncatingIfNeeded: value))
            return true
        }
        return result
    }

    /// Reads numbers written by `append(variableLength:)`.
    ///
    /// - Parameters:
    ///   - bits: The maximum number of bits per number.
    ///   - body: Called with each number; returns `false` to stop.
    /// - Returns: Whether all bytes were read.
    @inline(__always)
    private static func numbers(in bytes: [UInt8], bits: UInt64, _ body: (UInt64) -> Bool) -> Bool {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            guard shift < bits else { return false }
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            guard body(value) else { return false }
            value = 0
            shift = 0
        }
        return shift == 0
    }
}

/// The sentences that contain any of several forms, best first, read on demand.
struct PostingStream {
    /// A sentence, and the form that matched.
    struct Hit: Sendable, Hashable {
        var posting: PostingList.Posting
        /// The index of the form in the requested list.
        var form: Int
    }

    private struct Cursor {
        var form: Int64
        var postings: [PostingList.Posting] = []
        var position = 0
        var isAtEnd = false
    }

    private let index: CorpusIndex
    private var cursors: [Cursor]

    init(_ index: CorpusIndex, forms: [CorpusIndex.Form]) {
        self.index = index
        cursors = forms.map { Cursor(form: $0.id) }
    }

    /// The next sentence at or after a rank; `nil` if there is none.
    ///
    /// If a sentence contains several of the forms, the first one in the list is returned.
    mutating func next(from rank: Int) throws -> Hit? {
        var best: Hit?
        for position in cursors.indices {
            guard let posting = try peek(position, from: rank) else { continue }
            if let known = best, known.posting.rank <= posting.rank { continue }
            best = Hit(posting: posting, form: position)
        }
        return best
    }

    private mutating func peek(_ position: Int, from rank: Int) throws -> PostingList.Posting? {
        while true {
            if let found = seek(position, from: rank) { return found }
            if cursors[position].isAtEnd { return nil }
            guard let block = try index.block(of: cursors[position].form, from: rank) else {
                cursors[position].isAtEnd = true
                return nil
            }
            cursors[position].postings = block
            cursors[position].position = 0
        }
    }

    /// Advances a cursor within its open block to the first posting at or after a rank.
    private mutating func seek(_ position: Int, from rank: Int) -> PostingList.Posting? {
        let postings = cursors[position].postings
        guard let last = postings.last, last.rank >= rank else { return nil }
        var low = cursors[position].position
        var high = postings.count
        while low < high {
            let middle = (low + high) / 2
            if postings[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        cursors[position].position = low
        return low < postings.count ? postings[low] : nil
    }
}
