import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

@Suite("The bridge")
struct BridgeRouterTests {
    private let directory: TemporaryDirectory
    private let router: BridgeRouter
    private let context = BridgeContext(
        miniApp: MiniAppID("com.example.kudos")!, version: .init(code: 3, name: "1.0.3"),
        user: .init(pairwiseID: "p-1", name: "Ada"), host: .init(name: "Lagoon", version: "1", platform: "web"),
        appearance: .init(theme: .dark, language: "es-MX", textLanguage: "es")
    )

    init() throws {
        directory = try TemporaryDirectory()
        var limits = StorageLimits()
        limits.valueBytes = 1_000
        limits.areaBytes = 2_500
        limits.keys = 5
        router = BridgeRouter(
            methods: BridgeMethod.standard(storage: FileStorage(directory: directory.url, limits: limits)))
    }

    private func answer(_ message: String) async -> String? {
        await router.reply(to: Data(message.utf8), from: context).message.map { String(decoding: $0, as: UTF8.self) }
    }

    private func call(_ method: String, _ parameters: String = "{}") async -> String? {
        await answer(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#)
    }

    @Test("A mini app gets information about the host, and of the user only an id")
    func info() async throws {
        let text = try #require(await call("host.info"))
        for part in [
            #""language":"es-MX""#, #""miniApp":{"code":3,"id":"com.example.kudos","version":"1.0.3"}"#,
            #""name":"Lagoon""#, #""textLanguage":"es""#, #""theme":"dark""#, #""apiLevel":2"#, #""direction":"ltr""#,
            #""environment":"production""#, #""storage.setAll""#, #""timeZone":null"#,
        ] { #expect(text.contains(part), "\(part)") }
        #expect(await call("user.profile") == #"{"id":1,"jsonrpc":"2.0","result":{"id":"p-1"}}"#)
    }

    @Test("A method that returns a number that JSON can't express is an internal error, not a broken message")
    func notFinite() async {
        let broken = BridgeRouter(methods: [BridgeMethod("broken") { _, _ in BridgeResult(.number(.nan)) }])
        let message = #"{"jsonrpc":"2.0","id":7,"method":"broken"}"#
        let reply = await broken.reply(to: Data(message.utf8), from: context).message
        #expect(
            reply.map { String(decoding: $0, as: UTF8.self) }
                == #"{"error":{"code":-32603,"data":{},"message":"The method returned a number that JSON can't express."},"id":7,"jsonrpc":"2.0"}"#
        )
    }

    @Test("Where nobody can be asked, a method gives what it may; a method that this host lacks is unsupported")
    func nobodyToAsk() async throws {
        var context = context
        context.permissions = ["user.name": .prompt]
        let call = #"{"jsonrpc":"2.0","id":1,"method":"user.profile"}"#
        let alone = await router.reply(to: Data(call.utf8), from: context)
        #expect(alone.asks == ["user.name"])
        let batch = await router.reply(to: Data("[\(call)]".utf8), from: context)
        #expect(
            batch.asks.isEmpty && String(decoding: batch.message!, as: UTF8.self).contains(#""result":{"id":"p-1"}"#))
        context.isCard = true
        let card = await router.reply(to: Data(call.utf8), from: context)
        #expect(card.asks.isEmpty && String(decoding: card.message!, as: UTF8.self).contains(#""result":{"id":"p-1"}"#))
        #expect(await self.call("ui.toast", #"{"text":"x"}"#)?.contains(#""code":-32004,"data":{"since":2}"#) == true)
    }

    @Test("Closing is left to the host")
    func close() async {
        let reply = await router.reply(
            to: Data(#"{"jsonrpc":"2.0","id":"x","method":"host.close"}"#.utf8), from: context
        )
        #expect(reply.actions == [.close])
        #expect(String(decoding: reply.message!, as: UTF8.self) == #"{"id":"x","jsonrpc":"2.0","result":null}"#)
    }

    @Test("Values are stored, listed and removed")
    func storage() async {
        #expect(await call("storage.get", #"{"key":"a"}"#) == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
        #expect(await call("storage.set", #"{"key":"a","value":"1"}"#) == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
        #expect(await call("storage.set", #"{"key":"é/..","value":""}"#) == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
        #expect(await call("storage.get", #"{"key":"a"}"#) == #"{"id":1,"jsonrpc":"2.0","result":"1"}"#)
        #expect(await call("storage.keys") == #"{"id":1,"jsonrpc":"2.0","result":["a","é/.."]}"#)
        #expect(await call("storage.remove", #"{"key":"a"}"#) == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
        #expect(await call("storage.keys") == #"{"id":1,"jsonrpc":"2.0","result":["é/.."]}"#)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let message: String
        let code: BridgeError.Code
        var id = "null"
        var testDescription: String { String(message.prefix(80)) }
    }

    @Test(
        "A bad message gets an error with its code",
        arguments: [
            Fault(message: "", code: .parse),
            Fault(message: "{", code: .parse),
            Fault(message: "\u{0}", code: .parse),
            Fault(message: String(repeating: "[", count: 10_000), code: .parse),
            Fault(message: "7", code: .invalidRequest),
            Fault(message: "[]", code: .invalidRequest),
            Fault(message: "[" + Array(repeating: "1", count: 33).joined(separator: ",") + "]", code: .invalidRequest),
            Fault(message: "{}", code: .invalidRequest),
            Fault(message: #"{"jsonrpc":"1.0","id":1,"method":"host.info"}"#, code: .invalidRequest, id: "1"),
            Fault(message: #"{"jsonrpc":"2.0","id":1}"#, code: .invalidRequest, id: "1"),
            Fault(message: #"{"jsonrpc":"2.0","id":1,"method":7}"#, code: .invalidRequest, id: "1"),
            Fault(message: #"{"jsonrpc":"2.0","id":{},"method":"host.info"}"#, code: .invalidRequest),
            Fault(message: #"{"jsonrpc":"2.0","id":1.5,"method":"host.info"}"#, code: .invalidRequest),
            Fault(message: #"{"jsonrpc":"2.0","id":"a","method":"host.open"}"#, code: .methodNotFound, id: #""a""#),
            Fault(message: #"{"jsonrpc":"2.0","id":1,"method":"storage.get"}"#, code: .invalidParameters, id: "1"),
            Fault(
                message: #"{"jsonrpc":"2.0","id":1,"method":"storage.get","params":[1]}"#, code: .invalidParameters,
                id: "1"
            ),
            Fault(
                message: #"{"jsonrpc":"2.0","id":1,"method":"storage.get","params":{"key":7}}"#,
                code: .invalidParameters,
                id: "1"
            ),
            Fault(
                message: #"{"jsonrpc":"2.0","id":1,"method":"storage.get","params":{"key":""}}"#, code: .tooLarge,
                id: "1"
            ),
            Fault(
                message:
                    #"{"jsonrpc":"2.0","id":1,"method":"storage.set","params":{"key":"a","value":"\#(String(repeating: "x", count: 1_001))"}}"#,
                code: .tooLarge, id: "1"
            ),
            Fault(message: String(repeating: " ", count: 2_000_000), code: .tooLarge),
        ]
    )
    func refuses(_ fault: Fault) async throws {
        let text = try #require(await answer(fault.message))
        #expect(text.contains("\"code\":\(fault.code.rawValue),"), "\(text)")
        #expect(text.contains("\"id\":\(fault.id),"), "\(text)")
    }

    @Test("A full storage refuses values, and accepts them again once there is room")
    func quota() async {
        let large = String(repeating: "x", count: 1_000)
        for key in ["a", "b"] {
            #expect(await call("storage.set", #"{"key":"\#(key)","value":"\#(large)"}"#)?.contains("result") == true)
        }
        #expect(await call("storage.set", #"{"key":"c","value":"\#(large)"}"#)?.contains("-32002") == true)
        #expect(await call("storage.set", #"{"key":"a","value":"small"}"#)?.contains("result") == true)
        #expect(await call("storage.set", #"{"key":"c","value":"\#(large)"}"#)?.contains("result") == true)
        for key in ["d", "e"] { _ = await call("storage.set", #"{"key":"\#(key)","value":""}"#) }
        #expect(
            await call("storage.set", #"{"key":"f","value":""}"#)
                == #"{"error":{"code":-32002,"data":{},"message":"The storage is full: a mini app has 5 keys for each user."},"id":1,"jsonrpc":"2.0"}"#
        )
    }

    @Test("Notifications are carried out without a response; a batch gets one response")
    func batches() async {
        #expect(
            await answer(#"{"jsonrpc":"2.0","method":"storage.set","params":{"key":"n","value":"1"}}"#) == nil
        )
        #expect(await answer(#"{"jsonrpc":"2.0","method":"no.such"}"#) == nil)
        #expect(
            await answer(
                #"[{"jsonrpc":"2.0","id":1,"method":"storage.get","params":{"key":"n"}},{"jsonrpc":"2.0","method":"host.close"},3]"#
            )
                == #"[{"id":1,"jsonrpc":"2.0","result":"1"},{"error":{"code":-32600,"data":{},"message":"A call must have \"jsonrpc\": \"2.0\" and a \"method\"."},"id":null,"jsonrpc":"2.0"}]"#
        )
    }

    @Test("Every kind of error has a code of its own, in JSON-RPC's range")
    func codes() {
        let codes = BridgeError.Code.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { (-32_768 ... -32_000).contains($0) })
        #expect(BridgeError(.parse, "The message is not JSON.").description == "The message is not JSON. (-32700)")
    }
}
