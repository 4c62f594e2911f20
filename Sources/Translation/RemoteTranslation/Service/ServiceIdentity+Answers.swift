import HTTPTransport
import JSON
import LanguageServices
import RemoteService

extension ServiceIdentity {
    /// The JSON of an answer.
    func json(_ response: HTTPResponse) throws(Refusal) -> JSONNode {
        do throws(ServiceError) { return try document(response) } catch { throw Refusal(error) }
    }

    /// An answer that has not the shape it should have.
    func misshapen(_ what: String) -> Refusal { Refusal(misshapenAnswer(what)) }

    /// Demands an answer to each text.
    func demand(_ found: Int, of count: Int) throws(Refusal) {
        guard found == count else { throw miscounted(found, of: count) }
    }

    /// An answer to another number of texts than were asked for.
    func miscounted(_ found: Int, of count: Int) -> Refusal {
        Refusal(
            error(.protocolViolation, "gives \(found) answers to \(count) texts"),
            .oneMayBeAtFault
        )
    }

    // MARK: Refusals

    /// What a status means, and what may help.
    func refusal(_ response: HTTPResponse, words: String?) -> Refusal {
        let error = failure(response, words: words)
        return switch response.status {
        case 413, 414: Refusal(error, .smaller())
        // What stands before a service says 502 to 504; a program that broke on a text says 500.
        case 500: Refusal(error, .oneMayBeAtFault)
        default: Refusal(error)
        }
    }

    /// A pair of languages that the service has not.
    func unsupported(_ job: TranslationJob, words: String? = nil) -> ServiceError {
        let source = job.pair.source.map { "from '\($0)' " } ?? ""
        return error(
            .unsupported,
            "does not translate \(source)to '\(job.pair.target)'",
            words: words,
            remedy: "ask another provider"
        )
    }
}
