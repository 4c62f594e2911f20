import LanguageServices

/// Sentences in which a form stands, the best first, as bytes: the distance to the one before, in as few bytes as it needs.
enum PostingList {
    /// A sentence in which a form stands.
    struct Posting: Sendable, Hashable {
        /// The number of the sentence; 0 is the best of the corpus.
        var rank: Int
        /// Whether the form stands only at the start of it.
        var isFirst: Bool
        /// Whether the sentence is an example of the form's headword, as its source says.
        var isShown: Bool
    }

    /// How many sentences stand in one row.
    static let block = 512

    /// Adds a posting to a block.
    ///
    /// - Parameter previous: The rank of the one before in the block; -1 at its start.
    static func append(_ posting: Posting, after previous: Int, to bytes: inout [UInt8]) {
        var value = UInt64(max(0, posting.rank - previous - 1)) << 2
        if posting.isFirst { value |= 1 }
        if posting.isShown { value |= 2 }
        bytes.append(variableLength: value)
    }

    /// The postings of a block; `nil` when the bytes are damaged.
    ///
    /// - Parameter count: How many sentences the index has.
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

    /// Numbers in as few bytes as they need.
    static func packed(_ numbers: some Sequence<Int32>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.append(variableLength: UInt64(UInt32(bitPattern: number))) }
        return bytes
    }

    /// The numbers of ``packed(_:)``, as far as the bytes are whole.
    static func unpacked(_ bytes: [UInt8]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(bytes.count)
        _ = numbers(in: bytes, bits: 35) { value in
            result.append(Int32(truncatingIfNeeded: value))
            return true
        }
        return result
    }

    /// Reads numbers that `append(variableLength:)` has written.
    ///
    /// - Parameters:
    ///   - bits: How many bits a number may have.
    ///   - body: Takes a number; `false` ends the reading.
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

/// The sentences in which one of some forms stands, the best first, read as far as they are asked for.
struct PostingStream {
    /// A sentence, and by which of the forms it was found.
    struct Hit: Sendable, Hashable {
        var posting: PostingList.Posting
        /// The place of the form in the list that was asked for.
        var form: Int
    }

    private struct Cursor {
        var form: Int64
        var postings: [PostingList.Posting] = []
        var place = 0
        var isAtEnd = false
    }

    private let index: CorpusIndex
    private var cursors: [Cursor]

    init(_ index: CorpusIndex, forms: [CorpusIndex.Form]) {
        self.index = index
        cursors = forms.map { Cursor(form: $0.id) }
    }

    /// The next sentence at a rank or behind it; `nil` when there is none.
    ///
    /// Of several forms in one sentence the first of the list is told.
    mutating func next(from rank: Int) throws -> Hit? {
        var best: Hit?
        for place in cursors.indices {
            guard let posting = try peek(place, from: rank) else { continue }
            if let known = best, known.posting.rank <= posting.rank { continue }
            best = Hit(posting: posting, form: place)
        }
        return best
    }

    private mutating func peek(_ place: Int, from rank: Int) throws -> PostingList.Posting? {
        while true {
            if let found = seek(place, from: rank) { return found }
            if cursors[place].isAtEnd { return nil }
            guard let block = try index.block(of: cursors[place].form, from: rank) else {
                cursors[place].isAtEnd = true
                return nil
            }
            cursors[place].postings = block
            cursors[place].place = 0
        }
    }

    /// Goes on in the open block to a rank.
    private mutating func seek(_ place: Int, from rank: Int) -> PostingList.Posting? {
        let postings = cursors[place].postings
        guard let last = postings.last, last.rank >= rank else { return nil }
        var low = cursors[place].place
        var high = postings.count
        while low < high {
            let middle = (low + high) / 2
            if postings[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        cursors[place].place = low
        return low < postings.count ? postings[low] : nil
    }
}
