import LanguageServices
import PluginHost
import StandardProviders

/// What `parlance doctor` looks at of plug-ins.
extension DoctorVerb {
    /// A line for each plug-in that was added. None of them is executed for that.
    func plugins() -> [DoctorFinding] {
        do throws(ServiceError) {
            let (entries, unreadable) = try PluginRegistry(StandardProviders.pluginPlaces(program.data)).entries()
            var findings = entries.map(Self.finding)
            if unreadable > 0 {
                findings.append(
                    DoctorFinding(
                        name: "plug-ins",
                        state: .warning,
                        detail: "\(unreadable) entries of the list of plug-ins cannot be read",
                        remedy: "add the plug-ins again that 'parlance plugin list' does not show"
                    )
                )
            }
            if findings.isEmpty {
                let detail = "none; 'parlance plugin add FOLDER' adds one"
                findings = [DoctorFinding(name: "plug-ins", state: .ok, detail: detail)]
            }
            return findings
        } catch {
            // Without a folder for the list there are none.
            let state: DoctorFinding.State = error.code == .unavailable ? .ok : .warning
            return [DoctorFinding(name: "plug-ins", state: state, detail: error.message, remedy: error.remedy)]
        }
    }

    private static func finding(_ entry: PluginEntry) -> DoctorFinding {
        let name = "plug-in: \(entry.id)"
        func warning(_ state: String, _ error: ServiceError) -> DoctorFinding {
            let version = (try? PluginFolder(entry.folder)).map { "version \($0.manifest.version), " } ?? ""
            return DoctorFinding(
                name: name,
                state: .warning,
                detail: "\(version)\(state): \(error.message)",
                remedy: error.remedy
            )
        }
        switch entry.verdict {
        case .usable(let folder):
            let services = folder.manifest.services.map(\.service.rawValue).joined(separator: ", ")
            let detail = "version \(folder.manifest.version), usable: \(services)"
            return DoctorFinding(name: name, state: .ok, detail: detail)
        case .changed(let error): return warning("changed", error)
        case .refused(let error): return warning("refused", error)
        case .missingProgram(let error): return warning("missing program", error)
        }
    }
}
