import Audio
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceConfiguration
import StandardProviders
import Synchronization
import TestSupport

@testable import parlance

/// The program in this process, with a recorded console and the test's own providers.
struct InProcess {
    var environment = ["HOME": "/nonexistent", "PARLANCE_CONFIG": ""]
    var data = DataLocator(environment: [:], executable: DataLocator.executablePath())
    var kinds: [ProviderKind] = []
    var input: Int32?
    var isOutputTerminal = false
    /// Whether the input is treated as a terminal, although it is a file.
    var isKeyboard = false

    /// Runs a command line.
    func run(_ arguments: [String]) async -> Outcome {
        let output = Kept()
        let errors = Kept()
        var console = Console(output: { output.append($0) }, errors: { errors.append($0) })
        // No piped input: an invalid descriptor.
        console.input = input ?? -1
        console.isInputTerminal = input == nil || isKeyboard
        console.isOutputTerminal = isOutputTerminal
        let own = kinds
        let program = Program(
            environment: environment,
            data: data,
            kinds: { StandardProviders.kinds(data: $0) + own },
            console: console,
            player: AudioPlayer(sinks: [])
        )
        let code = await program.run(arguments)
        return Outcome(
            ending: .exited(code.rawValue),
            output: output.bytes,
            errors: String(decoding: errors.bytes, as: UTF8.self)
        )
    }

    /// The printed output, in order.
    private final class Kept: Sendable {
        private let kept = Mutex<[UInt8]>([])

        var bytes: [UInt8] { kept.withLock { $0 } }

        func append(_ bytes: [UInt8]) { kept.withLock { $0 += bytes } }
    }
}
