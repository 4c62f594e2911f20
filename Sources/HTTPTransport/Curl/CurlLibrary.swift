import CCurl
import LanguageServices

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

    static var version: String { String(cString: ccurl_version()) }
}
