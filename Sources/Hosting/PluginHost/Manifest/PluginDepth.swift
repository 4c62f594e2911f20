package import LanguageServices
import Platform

/// How many plug-ins have started each other until this process. A plug-in may be a Parlance itself, or start one, and its configuration
/// may name the plug-in again; without a limit that would go on until the machine is full.
package enum PluginDepth {
    /// The variable in which a plug-in is told how deep it is; missing is 0.
    package static let variable = "PARLANCE_PLUGIN_DEPTH"

    /// How deep plug-ins may stand.
    package static let most = 3

    /// How deep a process with some variables stands, given as `NAME=value`. What is no number of a depth counts as the deepest: nobody but
    /// a host sets it.
    package static func of(_ variables: [String]) -> Int {
        guard let found = variables.last(where: { $0.hasPrefix("\(variable)=") }) else { return 0 }
        guard let depth = Int(found.dropFirst(variable.utf8.count + 1)), (0...most).contains(depth) else { return most }
        return depth
    }

    /// The variables of what a process with some variables starts: its own, with the depth in them.
    package static func deeper(_ variables: [String], than own: [String]) -> [String] {
        variables.filter { !$0.hasPrefix("\(variable)=") } + ["\(variable)=\(of(own) + 1)"]
    }

    /// Refuses to start anything where plug-ins stand too deep already.
    ///
    /// - Throws: `ServiceError.Code.configuration`.
    package static func check(
        _ name: String,
        variables: [String] = ProgramEnvironment.everything
    ) throws(ServiceError) {
        guard of(variables) >= most else { return }
        throw ServiceError(
            .configuration,
            "'\(OneLine.text(name))' is not started: \(most) plug-ins have started each other already, as happens when one asks itself",
            remedy: "name other providers in the configuration that the plug-in itself reads"
        )
    }
}
