import AtollRateLimiting
import AtollTestSupport
import Testing

@Suite("Rate limits")
struct RateLimiterTests {
    @Test("A caller has a burst, and then what the rate allows")
    func rate() async {
        let clock = TestClock()
        let limiter = RateLimiter<String>(.init(burst: 3, perSecond: 0.5)) { clock.now }
        for _ in 0..<3 { #expect(limiter.take("a") == .zero) }
        #expect(limiter.take("a") == .seconds(2))
        #expect(limiter.take("b") == .zero)
        clock.advance(by: .seconds(2))
        #expect(limiter.take("a") == .zero)
        #expect(limiter.take("a") == .seconds(2))
        limiter.giveBack("a")
        #expect(limiter.take("a") == .zero)
        clock.advance(by: .seconds(1_000))
        for _ in 0..<3 { #expect(limiter.take("a") == .zero) }
        #expect(limiter.wait(for: "a") == .seconds(2))
    }

    @Test("Invented callers do not free a caller that is limited")
    func capacity() async {
        let clock = TestClock()
        let limiter = RateLimiter<Int>(.init(burst: 5, perSecond: 0.001), capacity: 100) { clock.now }
        for _ in 0..<5 { _ = limiter.take(-1) }
        for caller in 0..<10_000 { _ = limiter.take(caller) }
        #expect(limiter.count <= 100)
        #expect(limiter.take(-1) > .zero)
    }
}
