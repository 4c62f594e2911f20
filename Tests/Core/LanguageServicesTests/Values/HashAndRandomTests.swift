import LanguageServices
import Testing

@Suite("Hashes and random numbers are the same on every platform")
struct HashAndRandomTests {
    @Test("FNV-1a gives the published values")
    func hash() {
        // The authors' test vectors, http://www.isthe.com/chongo/tech/comp/fnv/.
        #expect(StableHash.of("") == 0xCBF2_9CE4_8422_2325)
        #expect(StableHash.of("a") == 0xAF63_DC4C_8601_EC8C)
        #expect(StableHash.of("foobar") == 0x8594_4171_F739_67E8)
        #expect(StableHash.of([0x66, 0x6F, 0x6F]) == StableHash.of("foo"))
        var hash = StableHash()
        hash.add("foo".utf8)
        hash.add("bar".utf8)
        #expect(hash.value == StableHash.of("foobar"))
        #expect(StableHash.of("a", "bc") != StableHash.of("ab", "c"))
    }

    @Test("a hash has 16 hexadecimal digits")
    func hexadecimal() {
        #expect(StableHash.hexadecimal(0xAB) == "00000000000000ab")
        #expect(StableHash.hexadecimal(.max) == "ffffffffffffffff")
        #expect(StableHash.hexadecimal("foobar") == "85944171f73967e8")
    }

    @Test("SplitMix64 gives the published values")
    func random() {
        // The output of the authors' C program for this seed.
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("bounded numbers cover their range, and shuffling keeps every value")
    func bounds() {
        var random = SplitMix64(seed: 3)
        #expect(Set((0..<200).map { _ in random.next(below: 6) }) == Set(0..<6))
        #expect(random.next(below: 1) == 0)
        var values = Array(0..<50)
        random.shuffle(&values)
        #expect(values != Array(0..<50) && values.sorted() == Array(0..<50))
    }

    @Test("a flag is set only once")
    func flag() {
        let flag = AtomicFlag()
        #expect(!flag.isSet)
        #expect(flag.set() && !flag.set())
        #expect(flag.isSet)
    }

    @Test("a cancelled task throws the standard cancellation error")
    func cancellation() async throws {
        try ServiceError.checkCancellation()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try ServiceError.checkCancellation(of: "the batch", provider: "p")
        }
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error == ServiceError.cancelled("the batch", provider: "p"))
        #expect(error?.code == .cancelled && error?.message == "the batch was cancelled")
    }
}
