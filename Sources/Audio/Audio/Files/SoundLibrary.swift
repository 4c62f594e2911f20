import CSndFile
import LanguageServices

/// libsndfile: which version it is, and what it can write.
///
/// A build of it may lack the libraries for FLAC, Ogg and MP3, and versions before 1.1 know no MP3; its functions then
/// refuse to open such a file.
package enum SoundLibrary {
    /// The version: `1.2.0`.
    package static var version: String {
        let text = String(cString: sf_version_string())
        return text.split(separator: "-").last.map(String.init) ?? text
    }

    /// Whether files of a format can be written here.
    package static func canWrite(_ format: SoundFormat) -> Bool {
        guard let code = code(of: format) else { return true }
        return canWrite(code)
    }

    /// Whether the library opens a file of a code, which is the one way to find out.
    static func canWrite(_ code: Int32) -> Bool {
        let output = EncodedOutput(file: nil, editor: PrefixEditor([]))
        var info = SF_INFO()
        info.samplerate = 24_000
        info.channels = 1
        info.format = code
        guard let handle = output.open(&info) else { return false }
        sf_close(handle)
        return true
    }

    /// The library's code for a format (`SF_FORMAT_…` in `sndfile.h`); `nil` for WAV, which is written without it.
    ///
    /// Numbers, because the header of an old version does not have all the names.
    static func code(of format: SoundFormat) -> Int32? {
        switch format {
        case .wav: nil
        case .flac: 0x17_0000 | 0x0002
        case .vorbis: 0x20_0000 | 0x0060
        case .opus: 0x20_0000 | 0x0064
        case .mp3: 0x23_0000 | 0x0082
        }
    }

    /// The sample rate at which a sound is encoded: its own where the format allows it, else the next higher one, else
    /// the highest.
    static func rate(for rate: Int, in format: SoundFormat) -> Int {
        switch format {
        case .wav: rate
        // libFLAC's limit for streams; a rate above 65,535 Hz must be a multiple of ten.
        case .flac: rate <= 65_535 ? rate : min((rate + 9) / 10 * 10, 655_350)
        // What libvorbis has settings for.
        case .vorbis: min(max(rate, 8000), 96_000)
        // RFC 6716, section 2.
        case .opus: next(rate, [8000, 12_000, 16_000, 24_000, 48_000])
        // ISO/IEC 11172-3, 13818-3, and the extension to the lowest rates.
        case .mp3: next(rate, [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
        }
    }

    private static func next(_ rate: Int, _ rates: [Int]) -> Int {
        rates.first { $0 >= rate } ?? rates.last ?? rate
    }
}

/// Bytes as libsndfile sees them, which calls back for every read, write and seek.
class SoundBytes {
    var position: Int64 = 0
    var length: Int64
    private let mode: Int

    init(mode: Int, length: Int64) {
        self.mode = mode
        self.length = length
    }

    /// Starts the decoder or the encoder; `nil` when libsndfile refuses. The handle must be closed before this object goes
    /// away.
    final func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { SoundBytes.at($0)?.length ?? -1 },
            seek: { SoundBytes.at($2)?.seek($0, $1) ?? -1 },
            read: { SoundBytes.at($2)?.read($0, $1) ?? 0 },
            write: { SoundBytes.at($2)?.write($0, $1) ?? 0 },
            tell: { SoundBytes.at($0)?.position ?? -1 }
        )
        return sf_open_virtual(&functions, Int32(mode), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> SoundBytes? {
        pointer.map { Unmanaged<SoundBytes>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: position
            case SEEK_END: length
            default: -1
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard base >= 0, !overflow, target >= 0, target <= length || mode == SFM_WRITE else { return -1 }
        position = target
        return target
    }

    /// Decoders alone read.
    func read(_ destination: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 { 0 }

    /// Encoders alone write.
    func write(_ bytes: UnsafeRawPointer?, _ count: Int64) -> Int64 { 0 }
}
