import Dispatch
import EspeakSpeech
import LanguageServices
import Platform
import Synchronization

/// Speaks a word in COUNT new child processes, while eight threads in this process keep the C library busy. Used by
/// `.ci/fork-check.sh`. A child that hangs times out, and the run fails.
@main
enum SpeechTrial {
    private static let lock = Mutex(0)

    /// The body of each busy thread.
    private static let loads: [@Sendable () -> Void] = [
        { for size in 1...200 { free(malloc(size * 1000)) } },
        { for _ in 0..<50 { print("", terminator: "") } },
        {
            var found: UnsafeMutablePointer<addrinfo>?
            if getaddrinfo("localhost", "80", nil, &found) == 0 { freeaddrinfo(found) }
        },
        { for _ in 0..<100 { lock.withLock { $0 += 1 } } },
        { for number in 1...50 { _ = SystemFailure.text(Int32(number)) } },
        { for _ in 0..<20 { if let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) { freelocale(locale) } } },
        { for _ in 0..<200 { _ = rand() } },
        { if let library = dlopen("libsqlite3.so.0", RTLD_NOW) { dlclose(library) } },
    ]

    static func main() async {
        for (index, load) in loads.enumerated() {
            DispatchQueue(label: "load \(index)").async { while true { load() } }
        }
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        let speech = EspeakSpeech(voices: nil)
        var request = SpeechRequest(text: "she")
        request.voice = "gmw/en-US"
        var failures = 0
        for _ in 0..<count {
            do {
                _ = try await speech.synthesize(request).collect()
            } catch {
                failures += 1
                print(error)
            }
            await speech.shutdown()
        }
        print("speech-trial: \(count) started, \(failures) failed")
        exit(failures == 0 ? 0 : 1)
    }
}
