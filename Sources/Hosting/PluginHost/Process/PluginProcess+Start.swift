import JSON
package import LanguageServices
import Platform

extension PluginProcess {
    /// Greets a process that has just been started; must be the first request.
    ///
    /// - Returns: What it is.
    /// - Throws: Why it cannot work; the process is ended then.
    package func greet(hostVersion: String) async throws(ServiceError) -> PluginGreeting {
        let params = launch.greeting(hostVersion: hostVersion, process: Int(getpid()))
        do throws(ServiceError) {
            let reply = try begin("initialize", params)
            while true {
                guard case .result(let node) = try await reply.next() else { continue }
                do throws(FrameFault) {
                    return try PluginGreeting(node)
                } catch {
                    violate(error)
                    throw ServiceError(.protocolViolation, "\(title) \(error.text)", provider: launch.provider)
                }
            }
        } catch {
            // What answers with an error ends by itself; it is not waited for.
            end(with: error, only: nil)
            throw error
        }
    }
}
