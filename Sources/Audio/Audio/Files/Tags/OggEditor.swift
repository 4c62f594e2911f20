/// Adds comments to an Ogg stream of Vorbis or Opus, and gives it a serial number that depends on what it holds.
///
/// libsndfile takes the serial number from a random generator and offers no way to set it, so every run would give other
/// bytes. The number has to differ only between streams that are put behind each other into one file.
struct OggEditor: ContainerEditor {
    /// The serial number; pages are held back until it is known.
    var serial: UInt32?

    private let comments: [String]
    private var pending: [UInt8] = []
    private var written: Int64 = 0

    init(comments: [String]) { self.comments = comments }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PlacedBytes] {
        // An Ogg stream is written from its beginning to its end; the encoders never go back.
        pending += bytes
        guard let serial else { return [] }
        var edited: [UInt8] = []
        var rest = pending[...]
        while OggPage.isStart(rest), var page = OggPage(startOf: rest) {
            rest = rest.dropFirst(page.bytes.count)
            page.setSerial(serial)
            if page.number == 1 { addComments(to: &page) }
            page.updateChecksum()
            edited += page.bytes
        }
        pending = Array(rest)
        guard !edited.isEmpty else { return [] }
        defer { written += Int64(edited.count) }
        return [PlacedBytes(offset: written, bytes: edited)]
    }

    var isHolding: Bool { !pending.isEmpty }

    /// The second page begins with the packet of comments, both in Vorbis and in Opus (RFC 7845, section 3).
    private func addComments(to page: inout OggPage) {
        guard !comments.isEmpty, let packet = page.firstPacket else { return }
        for signature in ["\u{3}vorbis", "OpusTags"] where packet.starts(with: signature.utf8) {
            let body = packet.dropFirst(signature.utf8.count)
            var used = 0
            guard var list = VorbisComments(body, length: &used) else { return }
            for comment in comments { list.append(comment) }
            // Behind the list stands the framing bit of Vorbis, or the padding of Opus.
            _ = page.replaceFirstPacket(by: Array(signature.utf8) + list.bytes + body.dropFirst(used))
        }
    }
}
