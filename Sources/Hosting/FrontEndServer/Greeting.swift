import JSON
import LanguageServices
import ServiceRegistry
import PluginHost

/// What a client says in `initialize`.
struct Greeting {
    /// The service that it wants; all without.
    let service: Service?
    /// The role of requests that name none.
    let role: Role
    /// The process that must not be outlived.
    let host: Int?

    /// Reads the parameters.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for a version or a service that there is not,
    ///   `ServiceError.Code.configuration` for a wrong option.
    init(_ node: JSONNode?) throws(ServiceError) {
        let versions = (node?["protocol"]?.elements ?? []).compactMap(\.wholeNumber)
        guard versions.contains(PluginProtocol.version) else {
            throw ServiceError(
                .unsupported,
                "this server speaks version \(PluginProtocol.version) of the protocol, which was not offered",
                remedy: "name it in 'protocol'"
            )
        }
        let parameters = RequestParameters(node)
        if let name = try parameters.text("service") {
            guard let service = Service(rawValue: name) else {
                throw ServiceError(.unsupported, "there is no service \(JSONExcerpt.singleQuoted(name))")
            }
            self.service = service
        } else {
            service = nil
        }
        host = node?["host"]?["pid"]?.wholeNumber
        let config = node?["config"]
        if let unknown = config?.members?.first(where: { $0.key != "role" }) {
            throw ServiceError(
                .configuration,
                "there is no option \(JSONExcerpt.singleQuoted(unknown.key))",
                remedy: "the only one is 'role'; all else stands in the configuration"
            )
        }
        do throws(ServiceError) {
            role = try RequestParameters(config).role(.standard)
        } catch {
            throw ServiceError(.configuration, error.message, remedy: error.remedy)
        }
    }
}
