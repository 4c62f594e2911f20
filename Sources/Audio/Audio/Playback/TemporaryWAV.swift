import LanguageServices
import Platform

/// A WAV file in the folder for temporary files that only this user can read, removed when the value goes away.
struct TemporaryWAV: ~Copyable {
    /// Where the file is.
    let path: String

    private let descriptor: Int32
    private let format: AudioFormat
    private var dataSize: Int64 = 0

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - format: A format that has been validated.
    init(in folder: String, format: AudioFormat) throws(ServiceError) {
        var candidate = ""
        var opened: Int32 = -1
        for _ in 0..<100 where opened < 0 {
            candidate = "\(folder)/parlance-\(String(UInt64.random(in: .min ... .max), radix: 36)).wav"
            // O_EXCL: never follow a link or open a file that somebody put there.
            opened = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard opened >= 0 || errno == EEXIST else { break }
        }
        guard opened >= 0 else {
            throw SystemFailure.error("cannot create a temporary file in", folder, errno: errno)
        }
        path = candidate
        descriptor = opened
        self.format = format
    }

    /// Appends samples.
    mutating func append(_ samples: [Int16]) throws(ServiceError) {
        let size = Int64(samples.count) * 2
        guard size <= WAVEncoding.largestDataSize - dataSize - Int64(format.channels) * 2 else {
            throw ServiceError(.limitExceeded, "the sound is longer than a player program can take (4 GiB)")
        }
        let offset = Int64(WAVEncoding.headerSize) + dataSize
        try WAVEncoding.withBytes(of: samples) { raw throws(ServiceError) in try write(raw, at: offset) }
        dataSize += size
    }

    /// Completes the header; the file can be played then.
    mutating func complete() throws(ServiceError) {
        let missing = WAVFile.missingSamples(dataSize: dataSize, channels: format.channels)
        try append([Int16](repeating: 0, count: missing))
        try write(WAVEncoding.header(format: format, dataSize: dataSize), at: 0)
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws(ServiceError) {
        var failure: ServiceError?
        bytes.withUnsafeBytes { raw in
            do throws(ServiceError) { try write(raw, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ServiceError) {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor,
                bytes.baseAddress?.advanced(by: written),
                bytes.count - written,
                off_t(offset) + off_t(written)
            )
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot write", path, errno: errno)
            }
            written += count
        }
    }
}
