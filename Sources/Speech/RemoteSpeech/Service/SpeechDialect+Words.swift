import HTTPTransport
import JSON
import LanguageServices
import RemoteService

extension SpeechDialect {
    /// What it means that a service answers with words although it says that it has succeeded.
    ///
    /// Servers that pass requests on say 200 first, and then that something failed.
    func wordsInsteadOfSound(_ response: HTTPResponse) -> ServiceError {
        if ServiceIdentity.isWebPage(response) { return service.webPage }
        let json = service.failureJSON(response)
        let code = json?["error"]?["code"]?.number?.int ?? json?["status"]?.number?.int
        if let status = code, 400..<600 ~= status {
            let head = HTTPHead(status: status, headers: response.head.headers, url: response.head.url)
            return failure(HTTPResponse(head: head, body: response.body))
        }
        let text = ServerWords.message(in: json) ?? String(decoding: response.body.prefix(400), as: UTF8.self)
        return service.error(
            json?["error"] == nil ? .protocolViolation : .providerFailed,
            "answers with words instead of sound",
            words: text,
            remedy: "check the url, and that the service is the one that 'dialect' names"
        )
    }
}
