package import JSON
package import LanguageServices
import Platform

/// The errors of the protocol.
package enum WireError {
    /// What a plug-in may send. The others are the host's to say.
    private static let codes: Set<ServiceError.Code> = Set(ServiceError.Code.known).subtracting([
        .pluginCrashed, .protocolViolation,
        // A request that the host has cancelled has ended before that is read. Otherwise nobody has cancelled it, and it would pass for
        // the user's own wish.
        .cancelled,
    ])

    /// The longest time after which a plug-in may want to be asked again.
    private static let longestWait = 86_400.0

    /// Reads the error of a frame.
    ///
    /// - Throws: What is wrong with it.
    package static func read(_ node: JSONNode, id: Int?, provider: ProviderID?) throws(FrameFault) -> ServiceError {
        guard let name = node["code"]?.string, let message = node["message"]?.string else {
            throw FrameFault("sent an error without 'code' or 'message'", id: id)
        }
        let code = ServiceError.Code(rawValue: name)
        var line = OneLine.text(message)
        if line.isEmpty { line = "the plug-in says only '\(OneLine.text(name))'" }
        if code == .cancelled { line = "the plug-in ended a request that nobody had cancelled: \(line)" }
        var error = ServiceError(codes.contains(code) ? code : .providerFailed, line, provider: provider)
        error.remedy = node["remedy"]?.string.map { OneLine.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
        if let seconds = node["retryAfter"]?.number?.double, seconds >= 0 {
            error.retryAfter = .seconds(min(seconds, longestWait))
        }
        return error
    }
}
