import Platform

/// What plug-ins and commands get of this process's environment.
package enum PluginEnvironment {
    private static let names: Set<Substring> = ["PATH", "HOME", "LANG", "TZ", "TMPDIR"]
    private static let prefixes = ["LC_", "XDG_"]

    /// The variables, as `NAME=value`, with that which says how deep plug-ins stand.
    ///
    /// - Parameter more: Names of variables besides the usual ones.
    package static func current(also more: [String] = []) -> [String] {
        let own = ProgramEnvironment.everything
        return PluginDepth.deeper(kept(own, also: more), than: own)
    }

    /// Those of some variables that a plug-in gets.
    package static func kept(_ variables: [String], also more: [String]) -> [String] {
        let wanted = names.union(more.map { Substring($0) })
        return variables.filter { variable in
            wanted.contains(variable.prefix { $0 != "=" }) || prefixes.contains { variable.hasPrefix($0) }
        }
    }
}
