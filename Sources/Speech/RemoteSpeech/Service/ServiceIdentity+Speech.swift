import LanguageServices
import RemoteService

extension ServiceIdentity {
    /// A voice that is not there.
    func noVoice(words: String?) -> ServiceError {
        error(
            .unsupported,
            "does not have the voice",
            words: words,
            remedy: "'parlance voices' lists what there is; 'voices' of the provider tells it otherwise"
        )
    }

    /// A part of a text that was larger than the service takes.
    func textTooLong(words: String?) -> ServiceError {
        error(
            .limitExceeded,
            "takes no text of this size",
            words: words,
            remedy: "set 'textLimit' of the provider lower"
        )
    }
}
