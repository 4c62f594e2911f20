/// Where each sound stands in `phondata`, from the installed file `phondata-manifest`.
///
/// A line has a kind (`S` formant sequence, `W` wave, `E` envelope), an address such as `0x306c4`, and a name.
struct SoundManifest: Sendable {
    /// The addresses of the formant sequences, by name.
    private(set) var sequences: [String: Int] = [:]

    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) where line.starts(with: [0x53, 0x20]) {
            let fields = line.split(separator: 0x20, maxSplits: 2)
            guard fields.count == 3 else { continue }
            let digits = fields[1].starts(with: [0x30, 0x78]) ? fields[1].dropFirst(2) : fields[1]
            guard let address = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { continue }
            var name = fields[2]
            while let last = name.last, last <= 0x20 { name.removeLast() }
            while let first = name.first, first <= 0x20 { name.removeFirst() }
            sequences[String(decoding: name, as: UTF8.self)] = address
        }
    }
}
