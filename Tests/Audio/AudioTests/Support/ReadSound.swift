import CSndFile
import LanguageServices
import Testing

/// A sound file decoded by libsndfile.
struct ReadSound {
    var format: AudioFormat
    var samples: [Int16]
    var title: String?

    var frames: Int { samples.count / format.channels }

    init(path: String) throws {
        var info = SF_INFO()
        let handle = try #require(sf_open(path, Int32(SFM_READ), &info), "libsndfile cannot read \(path)")
        defer { sf_close(handle) }
        format = AudioFormat(sampleRate: Int(info.samplerate), channels: Int(info.channels))
        samples = []
        var buffer = [Int16](repeating: 0, count: 4096 * format.channels)
        while true {
            let frames = sf_readf_short(handle, &buffer, 4096)
            if frames <= 0 { break }
            samples += buffer.prefix(Int(frames) * format.channels)
        }
        title = sf_get_string(handle, Int32(SF_STR_TITLE)).map { String(cString: $0) }
    }
}
