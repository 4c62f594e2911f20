/// How much a package may ask of the machine. What passes a limit is refused with an error, and nothing is written.
///
/// The limits are counted while the bytes come out, never taken from what the file says of itself.
struct PackageLimits: Sendable {
    /// The largest collection, unpacked: 4 GiB. The largest decks that are shared have some hundred MiB.
    var collection = 4 << 30

    /// The largest media list, unpacked, and the largest value in the database, such as all fields of a note: 64 MiB.
    var value = 64 << 20

    /// How many bytes may come out for each that is in the file, …
    var ratio = 200

    /// … after these, which may come out of any file. A database of nearly equal rows shrinks to a fiftieth.
    var allowance = 64 << 20

    /// The most entries that the zip may have.
    var entries = 1_000_000

    /// The most fields that a note may have.
    var fields = 65_536

    /// How much may come out of `count` bytes.
    func unpacked(from count: Int) -> Int {
        let product = count.multipliedReportingOverflow(by: ratio)
        let sum = product.partialValue.addingReportingOverflow(allowance)
        return product.overflow || sum.overflow ? .max : sum.partialValue
    }
}
