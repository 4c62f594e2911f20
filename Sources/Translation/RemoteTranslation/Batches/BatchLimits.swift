/// How much goes into one request.
struct BatchLimits: Sendable, Hashable {
    /// How many texts.
    var texts: Int

    /// How large the texts may be together, by ``Dialect/size(of:)``.
    var size: Int

    /// What each text costs beside its own size.
    var overhead = 0

    /// How large several texts may be together that share a request, when the user's limits are narrower than the service's.
    /// A single text is not cut for it.
    var together: Int?

    /// The narrower of these limits and others.
    func narrowed(texts: Int?, size: Int?) -> BatchLimits {
        var result = self
        if let texts { result.texts = max(1, min(self.texts, texts)) }
        if let size { result.size = max(1, min(self.size, size)) }
        return result
    }

    /// Texts in groups that keep the limits, in their order. A text that is too large by itself is a group of its own.
    func groups(of sizes: [Int]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        var total = 0
        let limit = min(size, together ?? size)
        for (place, size) in sizes.enumerated() {
            let cost = size + overhead
            if place > start, place - start >= texts || total + cost > limit {
                groups.append(start..<place)
                start = place
                total = 0
            }
            total += cost
        }
        if start < sizes.count { groups.append(start..<sizes.count) }
        return groups
    }
}
