package import LanguageServices

extension SpeechStream.Recording {
    /// The recording as a WAV file in memory: 16 bit, its own rate and channels.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when it is too long for the sizes of such a file.
    package func wav() throws(ServiceError) -> [UInt8] {
        let size = Int64(samples.count) * 2
        guard size <= WAVEncoding.largestDataSize else {
            throw ServiceError(.limitExceeded, "the sound is too long for a WAV file")
        }
        var bytes = WAVEncoding.header(format: format, dataSize: size)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        try WAVEncoding.withBytes(of: samples) { bytes += $0 }
        return bytes
    }
}
