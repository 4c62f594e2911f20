import LanguageServices

/// Makes whole frames of bytes that come in pieces of any size.
struct SampleStream: Sendable {
    let format: AudioFormat
    private let coding: SampleCoding
    /// The beginning of a frame whose end has not come.
    private var rest: [UInt8] = []

    init(format: AudioFormat, coding: SampleCoding) {
        self.format = format
        self.coding = coding
    }

    /// Whether the bytes so far end within a frame.
    var isWithinFrame: Bool { !rest.isEmpty }

    /// Takes a piece, and gives the frames that are whole.
    mutating func samples(_ piece: ArraySlice<UInt8>) -> [Int16] {
        let frame = coding.width * max(1, format.channels)
        let bytes = rest.isEmpty ? piece : (rest + piece)[...]
        let whole = bytes.count / frame * frame
        rest = Array(bytes.dropFirst(whole))
        return whole == 0 ? [] : coding.samples(bytes.prefix(whole))
    }
}
