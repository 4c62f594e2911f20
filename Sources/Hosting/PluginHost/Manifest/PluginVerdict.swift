package import LanguageServices

/// Whether a plug-in that was added may be started now, and if not, why.
package enum PluginVerdict: Sendable {
    /// It is what was added, and all that it needs is there.
    case usable(PluginFolder)
    /// It is not what was added.
    case changed(ServiceError)
    /// It is gone, wrong, or could be changed by others.
    case refused(ServiceError)
    /// The program that would be started is not there.
    case missingProgram(ServiceError)
}
