import CCurl
import LanguageServices
import Platform

/// What is known about the library before anything is sent.
enum CurlLibrary {
    static var problem: ServiceError? {
        guard let reason = ccurl_load_failure() else { return nil }
        return ServiceError(
            .unavailable,
            "nothing can be sent, since libcurl cannot be loaded: \(String(cString: reason))",
            remedy: "install it: apt-get install libcurl4"
        )
    }

    /// Why there is no HTTP on this machine, found out without loading the library where its file tells enough.
    static var apparentProblem: ServiceError? { isOnDisk ? nil : problem }

    /// Whether the file of the library lies where systems keep libraries.
    ///
    /// Where it does not, it may still be found: the loader has a list of its own.
    private static var isOnDisk: Bool {
        folders.contains { folder in
            ["libcurl.so.4", "libcurl-gnutls.so.4"].contains { access("\(folder)/\($0)", R_OK) == 0 }
        }
    }

    private static let folders: [String] = {
        #if arch(x86_64)
        let machine = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu"]
        #elseif arch(arm64)
        let machine = ["/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu"]
        #else
        let machine: [String] = []
        #endif
        return machine + ["/usr/lib64", "/usr/lib", "/lib64", "/lib", "/usr/local/lib"]
    }()

    static var version: String { String(cString: ccurl_version()) }
}
