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
