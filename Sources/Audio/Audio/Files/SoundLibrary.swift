import CSndFile
import LanguageServices

/// libsndfile: its version and the formats that it can write.
///
/// A build may lack the libraries for FLAC, Ogg or MP3, and versions before 1.1 do not support MP3. Opening such a file
/// then fails.
package enum SoundLibrary {
    /// The version, such as `1.2.0`.
    package static var version: String {
        let text = String(cString: sf_version_string())
        return text.split(separator: "-").last.map(String.init) ?? text
    }

    /// Whether this system can write a format.
    package static func canWrite(_ format: SoundFormat) -> Bool {
        guard let code = code(of: format) else { return true }
        return canWrite(code)
    }

    /// Whether libsndfile can open a file for writing in a format. Trying is the only way to find out.
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

    /// libsndfile's code for a format (`SF_FORMAT_…` in `sndfile.h`); `nil` for WAV, which is written without
    /// libsndfile.
    ///
    /// The codes are numeric literals because old headers lack some of the names.
    static func code(of format: SoundFormat) -> Int32? {
        switch format {
        case .wav: nil
        case .flac: 0x17_0000 | 0x0002
        case .vorbis: 0x20_0000 | 0x0060
        case .opus: 0x20_0000 | 0x0064
        case .mp3: 0x23_0000 | 0x0082
        }
    }

    /// The encoder's sample rate: the given rate if the format supports it, otherwise the next higher one or, failing
    /// that, the highest.
    static func rate(for rate: Int, in format: SoundFormat) -> Int {
        switch format {
        case .wav: rate
        // libFLAC's limit for streamable files: a rate above 65,535 Hz must be a multiple of ten.
        case .flac: rate <= 65_535 ? rate : min((rate + 9) / 10 * 10, 655_350)
        // The range for which libvorbis has settings.
        case .vorbis: min(max(rate, 8000), 96_000)
        // RFC 6716, section 2.
        case .opus: next(rate, [8000, 12_000, 16_000, 24_000, 48_000])
        // ISO/IEC 11172-3, 13818-3, and the extension for lower rates (MPEG-2.5).
        case .mp3: next(rate, [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
        }
    }

    private static func next(_ rate: Int, _ rates: [Int]) -> Int {
        rates.first { $0 >= rate } ?? rates.last ?? rate
    }
}

/// A byte source or sink for libsndfile, which uses callbacks for every read, write and seek.
class SoundBytes {
    var position: Int64 = 0
    var length: Int64
    private let mode: Int

    init(mode: Int, length: Int64) {
        self.mode = mode
        self.length = length
    }

    /// Opens the decoder or encoder; `nil` if libsndfile fails. Close the handle before this object is released.
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

    /// Reads bytes; overridden by decoders.
    func read(_ destination: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 { 0 }

    /// Writes bytes; overridden by encoders.
    func write(_ bytes: UnsafeRawPointer?, _ count: Int64) -> Int64 { 0 }
}
