import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

@Suite("Limits of the bridge")
struct BridgeLimitsTests {
    private let clock = TestClock()

    private func context(session: String = "s-1", miniApp: String = "com.example.kudos") -> BridgeContext {
        var context = BridgeContext(
            miniApp: MiniAppID(miniApp)!, version: .init(code: 3, name: "1.0.3"),
            user: .init(pairwiseID: "p-1", name: "Ada"), host: .init(name: "Lagoon", version: "1", platform: "web"),
            appearance: .init(theme: .dark, language: "en", textLanguage: nil))
        context.session = session
        return context
    }

    private func router(_ limits: BridgeRouter.Limits = .init()) -> BridgeRouter {
        let echo = BridgeMethod("echo") { parameters, _ throws(BridgeError) in
            BridgeResult(.string(try parameters.string("text")))
        }
        return BridgeRouter(methods: [echo], limits: limits, now: { [clock] in clock.now })
    }

    private func answer(_ message: String, _ router: BridgeRouter, from context: BridgeContext? = nil) async -> String {
        let reply = await router.reply(to: Data(message.utf8), from: context ?? self.context())
        return reply.message.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func call(_ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"echo","params":\#(parameters)}"#
    }

    @Test("Values are nested at most 64 deep; a deeper message is refused while it is parsed")
    func depth() async {
        func nested(_ depth: Int) -> String {
            call(
                #"{"text":"x","more":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                    + "}")
        }
        #expect(await answer(nested(61), router()).contains(#""result":"x""#))
        for depth in [64, 65, 500, 100_000] {
            #expect(await answer(nested(depth), router()).contains("-32700"), "\(depth)")
        }
    }

    @Test("A name that appears twice in an object is refused, however it is spelled")
    func duplicates() async {
        for parameters in [
            #"{"text":"a","text":"b"}"#, #"{"text":"a","te\u0078t":"b"}"#,
            "{\"\u{e9}\":1,\"e\u{301}\":2,\"text\":\"a\"}",
        ] {
            #expect(await answer(call(parameters), router()).contains("-32700"), "\(parameters)")
        }
    }

    @Test("Numbers of any size are accepted if they are valid JSON")
    func numbers() async {
        for number in ["1e21", "12345678901234567890", "-0", "-0.0", "1.5e-300", "0"] {
            #expect(
                await answer(call(#"{"text":"x","n":\#(number)}"#), router()).contains(#""result":"x""#), "\(number)")
        }
        for number in ["1e400", "01", "+1", ".5", "1.", "NaN", "0x1"] {
            #expect(await answer(call(#"{"text":"x","n":\#(number)}"#), router()).contains("-32700"), "\(number)")
        }
    }

    @Test("A batch is counted while it is parsed: nothing after the last permitted call is parsed")
    func batch() async {
        let calls = Array(repeating: call(#"{"text":"x"}"#), count: 32)
        #expect(await answer("[" + calls.joined(separator: ",") + "]", router()).hasPrefix("[{"))
        let tooMany = "[" + (calls + ["this is not JSON at all"]).joined(separator: ",") + "]"
        #expect(await answer(tooMany, router()).contains("A batch must have 1 to 32 calls."))
    }

    @Test("Each value that is stored together with others counts as a call, and none of them is refused for it")
    func values() async {
        let store = BridgeMethod("storage.setAll") { _, _ throws(BridgeError) in BridgeResult(.null) }
        let router = BridgeRouter(methods: [store], now: { [clock] in clock.now })
        let items = (0..<40).map { #""\#($0)":"1""# }.joined(separator: ",")
        let call = #"{"jsonrpc":"2.0","id":1,"method":"storage.setAll","params":{"items":{\#(items)}}}"#
        for _ in 0..<3 { #expect(await answer(call, router).contains(#""result":null"#)) }
        #expect(await answer(call, router).contains("-32006"))
        #expect(await answer(call, router, from: context(session: "s-2")).contains(#""result":null"#))
        clock.advance(by: .seconds(1))
        #expect(await answer(call, router).contains(#""result":null"#))
    }

    @Test("A long message counts as several calls, and is not read if there were too many")
    func longMessages() async {
        let router = router()
        let long = call(#"{"text":"\#(String(repeating: "x", count: 1_000_000))"}"#)
        for _ in 0..<12 { #expect(await answer(long, router).contains("result")) }
        #expect(await answer(long, router).contains("-32006"))
        let unreadable = String(repeating: "[", count: 200_000)
        #expect(await answer(unreadable, router).contains("-32006"))
        #expect(await answer(unreadable, router, from: context(session: "s-2")).contains("-32700"))
        clock.advance(by: .seconds(1))
        #expect(await answer(long, router).contains("result"))
    }

    @Test("After a burst of 100, a mini app has 50 calls a second in a session, and the error says how long to wait")
    func rate() async throws {
        let router = router()
        for _ in 0..<100 { #expect(await answer(call(#"{"text":"x"}"#), router).contains("result")) }
        let limited = await answer(call(#"{"text":"x"}"#), router)
        #expect(
            limited
                == #"{"error":{"code":-32006,"data":{"retryAfter":20},"message":"Too many calls. Try again in 20 ms."},"id":1,"jsonrpc":"2.0"}"#
        )
        #expect(await answer(call(#"{"text":"x"}"#), router, from: context(session: "s-2")).contains("result"))
        #expect(
            await answer(call(#"{"text":"x"}"#), router, from: context(miniApp: "com.example.other")).contains("result")
        )
        clock.advance(by: .milliseconds(20))
        #expect(await answer(call(#"{"text":"x"}"#), router).contains("result"))
        #expect(await answer(call(#"{"text":"x"}"#), router).contains("-32006"))
        // Each call of a batch counts, including malformed ones.
        clock.advance(by: .seconds(1))
        let batch = "[" + Array(repeating: "7", count: 32).joined(separator: ",") + "]"
        _ = await answer(batch, router)
        _ = await answer(batch, router)
        #expect(await answer(call(#"{"text":"x"}"#), router).contains("-32006"))
    }

    @Test("A mini app counts 60 events at once and one a second after that, in each session")
    func events() async {
        let usage = Usage()
        let router = BridgeRouter(methods: [.analyticsEvent(usage, now: { [clock] in clock.now })])
        let event = #"{"jsonrpc":"2.0","id":1,"method":"analytics.event","params":{"name":"opened"}}"#
        clock.advance(by: .seconds(1))
        for _ in 0..<70 { #expect(await answer(event, router).contains("result")) }
        #expect(usage.count == 60)
        _ = await answer(event, router, from: context(session: "s-2"))
        #expect(usage.count == 61)
        clock.advance(by: .seconds(1))
        for _ in 0..<2 { _ = await answer(event, router) }
        #expect(usage.count == 62)
    }

    private final class Usage: UsageCounting, @unchecked Sendable {
        private let lock = NSLock()
        // Safe: only touched while `lock` is held.
        private var counted = 0
        var count: Int { lock.withLock { counted } }

        func count(_ name: UsageName, _ times: Int, of miniApp: MiniAppID?, code: Int?) {
            lock.withLock { counted += times }
        }
        func note(_ message: String, of miniApp: MiniAppID, code: Int) {}
    }

    @Test("The responses to a batch have a budget; a response that does not fit is replaced by an error")
    func budget() async throws {
        var limits = BridgeRouter.Limits()
        limits.answerBytes = 5_000
        let large = String(repeating: "x", count: 2_000)
        let text = await answer(
            "[" + Array(repeating: call(#"{"text":"\#(large)"}"#), count: 32).joined(separator: ",") + "]",
            router(limits))
        let answers = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(answers.count == 32)
        #expect(answers.filter { $0["result"] != nil }.count == 2)
        #expect(text.contains("The responses to a batch must not exceed 5000 bytes. Request less."))
        #expect(text.utf8.count < 5_000 + 32 * 200)
    }

    @Test("After the response that fills a batch, no call is carried out")
    func fullBatch() async throws {
        let counter = Usage()
        var limits = BridgeRouter.Limits()
        limits.answerBytes = 5_000
        let echo = BridgeMethod("echo") { parameters, _ throws(BridgeError) in
            BridgeResult(.string(try parameters.string("text")))
        }
        let router = BridgeRouter(methods: [echo], limits: limits, usage: counter)
        let large = call(#"{"text":"\#(String(repeating: "x", count: 2_000))"}"#)
        _ = await answer("[" + Array(repeating: large, count: 32).joined(separator: ",") + "]", router)
        #expect(counter.count == 3, "two that fit, and the one that did not")
    }

    @Test("A long answer of many values counts as many calls, which are repaid over time")
    func longAnswers() async throws {
        let many = BridgeMethod("many") { _, _ throws(BridgeError) in
            BridgeResult(.array(Array(repeating: .array([]), count: 40_000)))
        }
        let router = BridgeRouter(methods: [many], now: { [clock] in clock.now })
        let ask = #"{"jsonrpc":"2.0","id":1,"method":"many"}"#
        var answers = 0
        for _ in 0..<100 where await answer(ask, router).contains("result") { answers += 1 }
        #expect(answers == 2, "a burst has 100 calls, and each answer counts as 81")
        clock.advance(by: .seconds(1))
        #expect(await answer(ask, router).contains("-32"), "the debt is not repaid yet")
        clock.advance(by: .seconds(2))
        #expect(await answer(ask, router).contains("result"))
    }
}
