import CEspeakWorker
import LanguageServices

/// What is known of the library once it runs.
struct EspeakSetup: Sendable {
    /// The folder of its data.
    var dataFolder: String

    /// Its only sample rate, in hertz.
    var sampleRate: Int

    /// Takes what a worker says first.
    static func receive(from worker: espeak_worker) throws(ServiceError) -> EspeakSetup {
        var hello = espeak_worker_hello()
        guard withUnsafeMutableBytes(of: &hello, { receive($0, from: worker) }) else { throw damaged }
        guard hello.sample_rate > 0 else {
            throw ServiceError(
                .unavailable,
                "espeak-ng found no data to speak with",
                remedy: "install the package espeak-ng-data"
            )
        }
        guard hello.folder_length <= 1 << 16, let folder = text(hello.folder_length, from: worker) else {
            throw damaged
        }
        return EspeakSetup(dataFolder: folder, sampleRate: Int(hello.sample_rate))
    }

    /// What is said when the library breaks before it has spoken anything.
    static let damaged = ServiceError(
        .unavailable,
        "espeak-ng breaks on its own data",
        remedy: "run 'parlance voices build'; if that is no help, install the package espeak-ng-data again, or check "
            + "ESPEAK_DATA_PATH"
    )

    private static func text(_ length: UInt32, from worker: espeak_worker) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard bytes.withUnsafeMutableBytes({ receive($0, from: worker) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func receive(_ bytes: UnsafeMutableRawBufferPointer, from worker: espeak_worker) -> Bool {
        var worker = worker
        return espeak_worker_receive(&worker, bytes.baseAddress, bytes.count) == 0
    }
}
