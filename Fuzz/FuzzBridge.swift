import AtollPackages
import Foundation

@testable import AtollRuntime

/// For any message, the reply is JSON of a bounded length, or absent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let message = Data(UnsafeBufferPointer(start: start, count: count))
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        let reply = await router.reply(to: message, from: context)
        if let answer = reply.message {
            precondition(answer.count < 100_000)
            precondition((try? JSONSerialization.jsonObject(with: answer)) != nil)
        }
        done.signal()
    }
    done.wait()
    return 0
}

private let router: BridgeRouter = {
    var limits = BridgeRouter.Limits()
    (limits.burst, limits.callsPerSecond) = (1e12, 1e12)
    let echo = BridgeMethod("storage.get") { parameters, _ throws(BridgeError) in
        BridgeResult(.string(try parameters.string("key")))
    }
    return BridgeRouter(methods: [echo, .hostInfo, .hostClose], limits: limits)
}()

private let context = BridgeContext(
    miniApp: MiniAppID("com.example.kudos")!, version: .init(code: 1, name: "1"),
    user: .init(pairwiseID: "p", name: "Ada"), host: .init(name: "Lagoon", version: "1", platform: "web"),
    appearance: .init(theme: .light, language: "en", textLanguage: nil))
