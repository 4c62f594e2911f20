import LanguageServices
import Testing

struct RequestValidationTests {
    private func code(_ body: () throws(ServiceError) -> Void) -> ServiceError.Code? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [0.3, 0.5, 1, 2.999, 3])
    func ratesInRangeAreValid(rate: Double) {
        #expect(code { () throws(ServiceError) in try SpeechRequest(text: "a", rate: rate).validate() } == nil)
    }

    @Test(arguments: [
        Double.nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, -1, 0.2999, 3.0001, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ])
    func ratesOutOfRangeAreInvalid(rate: Double) {
        let found = code { () throws(ServiceError) in try SpeechRequest(text: "a", rate: rate).validate() }
        #expect(found == .invalidRequest)
    }

    @Test func aRequestWithoutARateIsValid() {
        #expect(code { () throws(ServiceError) in try SpeechRequest(text: "a").validate() } == nil)
    }

    @Test(arguments: [1, 50, 100])
    func countsInRangeAreValid(count: Int) {
        #expect(code { () throws(ServiceError) in try SentenceRequest(word: "a", count: count).validate() } == nil)
    }

    @Test(arguments: [0, -1, 101, Int.max, Int.min])
    func countsOutOfRangeAreInvalid(count: Int) {
        let found = code { () throws(ServiceError) in try SentenceRequest(word: "a", count: count).validate() }
        #expect(found == .invalidRequest)
    }

    @Test func textsOverTheLimitsAreRejected() {
        func found(_ request: SentenceRequest) -> ServiceError.Code? {
            code { () throws(ServiceError) in try request.validate() }
        }
        let long = String(repeating: "e\u{301}", count: 100)
        #expect(found(SentenceRequest(word: long, sense: long + long, topic: long + long)) == nil)
        #expect(found(SentenceRequest(word: long + "a")) == .limitExceeded)
        #expect(found(SentenceRequest(word: "a", sense: long + long + "a")) == .limitExceeded)
        #expect(found(SentenceRequest(word: "a", topic: long + long + "a")) == .limitExceeded)
        #expect(found(SentenceRequest(word: "a", avoiding: Array(repeating: "b", count: 10_001))) == .limitExceeded)
        #expect(found(SentenceRequest(word: "a", words: Int.min...0)) == .invalidRequest)
        #expect(found(SentenceRequest(word: "a", words: 0...1)) == nil)
    }

    @Test(arguments: [0.0, 0.5, 1])
    func progressAndStrengthInRangeAreValid(value: Double) {
        let request = FeedbackRequest(event: "a", progress: value, strength: value)
        #expect(code { () throws(ServiceError) in try request.validate() } == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, 1.001])
    func progressAndStrengthOutOfRangeAreInvalid(value: Double) {
        let progress = FeedbackRequest(event: "a", progress: value)
        let strength = FeedbackRequest(event: "a", strength: value)
        #expect(code { () throws(ServiceError) in try progress.validate() } == .invalidRequest)
        #expect(code { () throws(ServiceError) in try strength.validate() } == .invalidRequest)
    }

    @Test func anEmptyEventIsInvalid() {
        #expect(code { () throws(ServiceError) in try FeedbackRequest(event: "").validate() } == .invalidRequest)
    }
}
