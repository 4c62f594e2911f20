import JSON
import LanguageServices
import ServiceRegistry

extension ConfigurationFile {
    /// Reads how answers are kept.
    mutating func readCache(_ node: JSONNode) {
        guard let members = node.members else {
            complain(node.position, "'cache' is an object: { \"enabled\": true }, not \(node.kindName)")
            return
        }
        let known = CacheOptions.descriptions.map(\.name)
        for member in members {
            guard known.contains(member.key) else {
                complainOfKey(member, in: CacheOptions.name, known: known)
                continue
            }
            guard let value = value(member, of: CacheOptions.name) else { continue }
            guard mayHoldSecrets || CacheOptions.mayStandInProject(member.key, value.content) else {
                complain(
                    member.value.position,
                    "cache: a file of the current folder may not have answers kept otherwise than you have said, since "
                        + "anybody could have put it there",
                    remedy: "say it in your own configuration file, or name this one with --config"
                )
                continue
            }
            contents.cache.values[member.key] = value
        }
    }
}
