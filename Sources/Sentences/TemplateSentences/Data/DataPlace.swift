/// Where something stands in the files.
struct DataPlace: Sendable, Hashable {
    /// Which of the files.
    var file: Int
    /// The line, from 1.
    var line: Int
}
