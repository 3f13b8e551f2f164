import Testing

@testable import BoundedServer

@Suite("Connection deadlines")
struct ConnectionStateTests {
    private let limits = ServerLimits()

    private func state() -> ConnectionState { ConnectionState(limits, at: .zero) }

    @Test("A connection without a request is closed after the idle limit")
    func idle() {
        let state = state()
        #expect(state.isWaiting)
        #expect(state.fault(at: .seconds(30)) == nil)
        #expect(state.fault(at: .seconds(31)) == .idle)
    }

    @Test("A client that still reads the end of its answer does not wait for a request yet")
    func lateEnd() {
        var state = state()
        state.received(100, at: .zero)
        state.headEnded(at: .zero)
        state.requestEnded(at: .zero)
        state.writeBegan(65_536, at: .zero)
        state.answerEnded(at: .zero)
        #expect(!state.isWaiting)
        #expect(state.fault(at: .seconds(40)) == nil)
        state.writeEnded(at: .seconds(40))
        #expect(state.isWaiting)
        #expect(state.fault(at: .seconds(70)) == nil)
        #expect(state.fault(at: .seconds(71)) == .idle)
    }

    @Test("A slow head is cut off, however often a byte arrives")
    func slowHead() {
        var state = state()
        for second in 5..<15 {
            state.asked(at: .seconds(second))
            state.received(1, at: .seconds(second))
            #expect(state.fault(at: .seconds(second)) == nil)
        }
        #expect(state.isWaiting)
        #expect(state.fault(at: .seconds(16)) == .slowHead)
    }

    @Test("A body must arrive at a minimum rate")
    func slowBody() {
        var slow = state()
        slow.received(100, at: .zero)
        slow.headEnded(at: .zero)
        #expect(slow.isWaiting, "a server with too many connections may close it")
        var fast = slow
        for second in 0..<60 {
            slow.asked(at: .seconds(second))
            slow.received(10, at: .seconds(second + 1))
            fast.asked(at: .seconds(second))
            fast.received(2_000, at: .seconds(second + 1))
            #expect(fast.fault(at: .seconds(second + 1)) == nil)
            if second < 9 { #expect(slow.fault(at: .seconds(second + 1)) == nil) }
        }
        #expect(slow.fault(at: .seconds(60)) == .slowBody)
        fast.asked(at: .seconds(60))
        #expect(fast.fault(at: .seconds(80)) == nil)
        #expect(fast.fault(at: .seconds(81)) == .slowBody, "what came fast buys no silence")
    }

    @Test("Time in which the server does not read is not counted")
    func backPressure() {
        var state = state()
        state.received(100, at: .zero)
        state.headEnded(at: .zero)
        #expect(state.fault(at: .seconds(600)) == nil)
        state.asked(at: .seconds(600))
        #expect(state.fault(at: .seconds(610)) == nil)
        #expect(state.fault(at: .seconds(611)) == .slowBody)
    }

    @Test("A sender that waits to be asked for the body may wait as long as the server takes")
    func awaited() {
        var state = state()
        state.received(100, at: .zero)
        state.asked(at: .zero)
        state.headEnded(at: .zero, isBodyAwaited: true)
        state.asked(at: .seconds(1))
        #expect(state.fault(at: .seconds(600)) == nil)
        state.bodyAsked(at: .seconds(600))
        #expect(state.fault(at: .seconds(610)) == nil)
        #expect(state.fault(at: .seconds(611)) == .slowBody)
    }

    @Test("A response may take any time, and then the connection is idle again")
    func answering() {
        var state = state()
        state.received(100, at: .seconds(1))
        state.headEnded(at: .seconds(1))
        state.requestEnded(at: .seconds(1))
        #expect(state.fault(at: .seconds(3_600)) == nil)
        #expect(!state.isWaiting)
        state.answerEnded(at: .seconds(3_600))
        #expect(state.isWaiting)
        #expect(state.fault(at: .seconds(3_630)) == nil)
        #expect(state.fault(at: .seconds(3_631)) == .idle)
    }

    @Test("A response that is ready before the request is complete")
    func earlyAnswer() {
        var state = state()
        state.received(100, at: .zero)
        state.headEnded(at: .zero)
        state.answerEnded(at: .zero)
        state.asked(at: .zero)
        #expect(state.fault(at: .seconds(11)) == .slowBody)
        state.received(5, at: .seconds(11))
        state.requestEnded(at: .seconds(11))
        #expect(state.fault(at: .seconds(40)) == nil)
        #expect(state.fault(at: .seconds(42)) == .idle)
    }

    @Test("A body that continues after its response is cut off")
    func unwantedBody() {
        var state = state()
        state.received(100, at: .zero)
        state.headEnded(at: .zero)
        state.answerEnded(at: .seconds(1))
        for second in 1...10 { state.received(100_000, at: .seconds(second)) }
        #expect(state.fault(at: .seconds(11)) == nil)
        #expect(state.fault(at: .seconds(12)) == .slowBody)
        state.requestEnded(at: .seconds(12))
        #expect(state.fault(at: .seconds(12)) == nil)
    }

    @Test("The pipelined requests of one connection are limited")
    func pipelined() {
        var state = state()
        state.received(1_000, at: .zero)
        for _ in 0..<8 {
            #expect(state.headEnded(at: .zero) == nil)
            state.requestEnded(at: .zero)
        }
        state.answerEnded(at: .zero)
        #expect(state.headEnded(at: .zero) == nil)
        #expect(state.headEnded(at: .zero) == .pipelined)
    }

    @Test("An unread response is cut off, a slowly read one is not")
    func unread() {
        var state = state()
        state.received(100, at: .zero)
        state.headEnded(at: .zero)
        state.requestEnded(at: .zero)
        state.writeBegan(64 * 1_024, at: .zero)
        #expect(state.fault(at: .seconds(46)) == nil)
        #expect(state.fault(at: .seconds(47)) == .unread)
        state.writeEnded(at: .seconds(40))
        #expect(state.fault(at: .seconds(3_600)) == nil)
    }
}
