import Testing

@testable import BoundedHTTP

@Suite("The pace of a response")
struct TransferPaceTests {
    private func pace() -> TransferPace {
        var pace = TransferPace(.init(patience: .seconds(15), deadline: .seconds(300)), at: .zero)
        pace.sent(at: .zero)
        return pace
    }

    @Test("Too long a wait for the first byte, or for the next one, is an error")
    func silence() {
        var pace = pace()
        #expect(pace.fault(at: .seconds(15)) == nil)
        #expect(pace.fault(at: .seconds(16))?.description == "nothing arrived for 15 seconds")
        var other = self.pace()
        other.moved(100_000, at: .seconds(10))
        #expect(other.fault(at: .seconds(19)) == nil)
        #expect(other.fault(at: .seconds(26))?.description == "nothing arrived for 15 seconds")
    }

    @Test("A trickle of bytes is below the minimum rate")
    func drip() {
        var pace = pace()
        for second in 1...10 { pace.moved(900, at: .seconds(second)) }
        #expect(pace.fault(at: .seconds(10)) == nil, "ten seconds have not passed")
        #expect(
            pace.fault(at: .seconds(11))?.description == "the response arrived more slowly than 1000 bytes per second")
        var enough = self.pace()
        for second in 1...250 {
            enough.moved(1_200, at: .seconds(second))
            #expect(enough.fault(at: .seconds(second)) == nil, "\(second)")
        }
    }

    @Test("The complete response has a deadline, however fast it arrives")
    func deadline() {
        var pace = pace()
        for second in 1...301 { pace.moved(1_000_000, at: .seconds(second)) }
        #expect(pace.fault(at: .seconds(300)) == nil)
        #expect(pace.fault(at: .seconds(301))?.description == "the complete response did not arrive within 300 seconds")
    }

    @Test("Whoever asks late is told of the limit that was passed first")
    func late() {
        var silent = pace()
        #expect(silent.fault(at: .seconds(1_000))?.description == "nothing arrived for 15 seconds")
        var busy = pace()
        busy.moved(1_000_000, at: .seconds(290))
        #expect(
            busy.fault(at: .seconds(1_000))?.description == "the complete response did not arrive within 300 seconds")
    }

    @Test("While the receiver pauses the transfer, only the deadline counts")
    func held() {
        var pace = pace()
        pace.moved(10, at: .seconds(1))
        pace.held(at: .seconds(2))
        #expect(pace.fault(at: .seconds(200)) == nil)
        pace.resumed(at: .seconds(200))
        #expect(pace.fault(at: .seconds(208)) == nil)
        #expect(pace.fault(at: .seconds(210)) != nil, "ten bytes in ten unpaused seconds")
    }

    @Test("Waiting in the queue does not count as silence")
    func queued() {
        var pace = TransferPace(.init(patience: .seconds(15), deadline: .seconds(300)), at: .zero)
        #expect(pace.fault(at: .seconds(100)) == nil)
        pace.sent(at: .seconds(100))
        #expect(pace.fault(at: .seconds(115)) == nil)
        #expect(pace.fault(at: .seconds(116)) != nil)
    }
}
