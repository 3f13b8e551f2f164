import Foundation
import Testing

@testable import AtollRuntime
@testable import AtollUI

/// The script that every host runs (Tests/Bridge), in an app.
extension ScreenDeviceTests {
    private struct Script {
        struct Step {
            let method: String
            let params: [String: BridgeValue]
            let form: BridgeSchema
            /// The answer; `nil` if only its form is known.
            let result: BridgeValue?
        }
        let methods: Set<String>
        let steps: [Step]
        let malformed: [(method: String, params: [String: BridgeValue], code: BridgeValue)]

        init(_ file: URL) throws {
            let script = try BridgeValue(json: Data(contentsOf: file))
            func rows(_ name: String) -> [[String: BridgeValue]] { (script[name]?.list ?? []).map { $0.members } }
            methods = Set((script["methods"]?.list ?? []).compactMap(\.string))
            steps = try rows("steps").map { row in
                let form = try JSONDecoder().decode(BridgeSchema.self, from: JSONEncoder().encode(row["form"]))
                return Step(
                    method: row["method"]?.string ?? "", params: row["params"]?.members ?? [:], form: form,
                    result: row["result"])
            }
            malformed = rows("malformed").map { row in
                (row["method"]?.string ?? "", row["params"]?.members ?? [:], row["code"] ?? .null)
            }
        }
    }

    @Test("It answers what bridge.json says, and refuses what is malformed")
    func conforms() async throws {
        let stage = await stage()
        // There is no user to ask.
        allow("user.name", "user.photo")
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Bridge/app/conformance.json")
        let script = try Script(file)
        let features = Set((try await call("host.info")["features"]?.list ?? []).compactMap(\.string))
        #expect(features.subtracting(script.methods) == [])
        let steps = script.steps.filter { features.contains($0.method) }
        #expect(steps.count > 25)
        for step in steps {
            let answer = try await call(step.method, step.params, alone: true)
            if let result = step.result { #expect(answer == result, "\(step.method) \(step.params)") }
            let fault = step.form.fault(in: answer, at: "The result", BridgeDescription.current.types)
            #expect(fault == nil, "\(step.method) \(step.params)")
        }
        for wrong in script.malformed {
            let code = features.contains(wrong.method) ? wrong.code : -32004
            let answer = try await call(wrong.method, wrong.params, alone: true)
            #expect(answer == code, "\(wrong.method) \(wrong.params)")
        }
        withExtendedLifetime(stage) {}
    }
}

extension BridgeValue {
    fileprivate var list: [BridgeValue] { if case .array(let elements) = self { elements } else { [] } }
    fileprivate var members: [String: BridgeValue] { if case .object(let members) = self { members } else { [:] } }
}
