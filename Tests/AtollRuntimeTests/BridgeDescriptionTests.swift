import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

/// Every method of `bridge.json` with what its parameters must not be, made from the description itself.
@Suite("The description of the bridge")
struct BridgeDescriptionTests {
    private static let bridge = BridgeDescription.current
    private static let storage = FileStorage(directory: FileManager.default.temporaryDirectory)

    /// The methods of a host, except those that need more than it has here.
    private static let offered =
        BridgeMethod.standard(storage: storage) + BridgeMethod.secretMethods(storage)
        + BridgeMethod.fileMethods(FolderFiles(directory: FileManager.default.temporaryDirectory))
        + BridgeMethod.noticeMethods(Nobody()) + BridgeMethod.roomMethods(Nobody())
        + BridgeMethod.tokenMethods(Nobody()) + BridgeMethod.onDevice() + [
            .lifecycleReady { _ in }, .lifecycleError(nil),
        ]

    /// Provides nothing: what reaches it has passed all checks.
    private struct Nobody: NoticeProvider, RoomProvider, TokenProvider {
        func schedule(_ notice: MiniAppNotice, _ context: BridgeContext) async throws(BridgeError) {}
        func cancel(_ id: String, _ context: BridgeContext) async throws(BridgeError) {}
        func badge(_ count: Int, _ context: BridgeContext) async throws(BridgeError) {}
        func add(_ update: RoomUpdate, _ context: BridgeContext) async throws(BridgeError) -> Int { 1 }
        func updates(
            since serial: Int, _ context: BridgeContext
        ) async throws(BridgeError) -> (updates: [(serial: Int, update: RoomUpdate, from: String)], last: Int) {
            ([], 0)
        }
        func join(_ context: BridgeContext) async throws(BridgeError) {}
        func send(_ data: BridgeValue, _ context: BridgeContext) async throws(BridgeError) {}
        func leave(_ context: BridgeContext) async {}
        func token(
            for request: TokenRequest, isFresh: Bool, _ context: BridgeContext
        ) async throws(BridgeError) -> AccessToken { AccessToken("", expires: .distantFuture) }
        func code(for request: TokenRequest, _ context: BridgeContext) async throws(BridgeError) -> AuthorizationCode {
            AuthorizationCode("", expires: .distantFuture)
        }
    }
    /// What `atoll.js` sends to the shell's page only.
    private static let elsewhere: Set = ["page.changed", "page.key"]

    @Test("Hosts offer what is described, and nothing else")
    func complete() {
        let described = Set(Self.bridge.methods.map(\.name))
        #expect(described.count == Self.bridge.methods.count)
        #expect(Self.bridge.apiLevel == HostIdentity.offeredPlatform)
        #expect(Set(Self.offered.map(\.name)) == described.subtracting(Self.elsewhere))
        for method in Self.bridge.methods {
            #expect((1...Self.bridge.apiLevel).contains(method.since) && !method.summary.isEmpty)
            guard case .object = method.parameters else {
                Issue.record("\(method.name)")
                continue
            }
        }
    }

    /// A value of a form, as short as it can be.
    private static func sample(_ schema: BridgeSchema) -> BridgeValue {
        switch schema {
        case .any, .null: .null
        case .boolean: .bool(true)
        case .integer(let range): .integer(range.lowerBound == .min ? 0 : range.lowerBound)
        case .number(let range): .number(max(range.lowerBound, 0))
        case .string(let characters, _, let pattern):
            // The patterns of the description take one of these.
            .string(
                ["#123", "a", "EUR", "1"].first { pattern?.matches($0) ?? false }
                    ?? String(repeating: "a", count: characters.lowerBound))
        case .choice(let choices): .string(choices[0])
        case .array(let element, let count, _): .array(Array(repeating: sample(element), count: count.lowerBound))
        case .object(let members, let required):
            .object(members.filter { required.contains($0.key) }.mapValues(sample))
        case .map(let element, let names, let count):
            .object(count.lowerBound == 0 ? [:] : [sample(names).string ?? "a": sample(element)])
        case .oneOf(let several): sample(several[0])
        case .reference(let name): sample(bridge.types[name]!)
        case .limited(let schema, _): sample(schema)
        }
    }

    /// Values that are not of a form, and the code of the error.
    private static func faults(_ schema: BridgeSchema) -> [(BridgeValue, BridgeError.Code)] {
        let values: [BridgeValue] = [
            .null, .bool(true), 1, .number(1.5), "text", ["a"], ["a": "b"], .integer(.max), .integer(.min),
        ]
        let others: [(BridgeValue, BridgeError.Code)] = values.filter {
            schema.fault(in: $0, at: "", bridge.types)?.isLength == false
        }.map { ($0, .invalidParameters) }
        switch schema {
        case .string(let characters, let bytes, _):
            var long: [(BridgeValue, BridgeError.Code)] = []
            if characters.upperBound < 1 << 22 {
                long.append((.string(String(repeating: "x", count: characters.upperBound + 1)), .tooLarge))
            }
            if bytes < 1 << 22 { long.append((.string(String(repeating: "é", count: bytes / 2 + 1)), .tooLarge)) }
            return others + long
        case .limited(_, let bytes): return others + [(.string(String(repeating: "x", count: bytes + 1)), .tooLarge)]
        case .array(let element, let count, _):
            let many = BridgeValue.array(Array(repeating: sample(element), count: count.upperBound + 1))
            return others + [(many, .invalidParameters), ([["never": "this"]], .invalidParameters)]
        default: return others
        }
    }

    private static let context: BridgeContext = {
        var context = BridgeContext.sample
        for method in bridge.methods {
            for name in [method.permission].compactMap(\.self) + method.furtherPermissions.values {
                context.permissions[name] = .granted
            }
        }
        return context
    }()

    @Test(
        "Each parameter that is missing, of a wrong form or beyond its limit is refused",
        arguments: bridge.methods.map(\.name))
    func refuses(_ name: String) async throws {
        let method = try #require(BridgeDescription.method(named: name))
        guard case .object(let members, let required) = method.parameters else { return }
        let called = Counter()
        let limits = {
            var limits = BridgeRouter.Limits()
            (limits.callsPerSecond, limits.burst) = (1e9, 1e9)
            return limits
        }()
        let router = BridgeRouter(
            methods: [
                BridgeMethod(name) { _, _ in
                    await called.add()
                    return BridgeResult(.null)
                }
            ], limits: limits)
        func code(_ parameters: [String: BridgeValue]) async throws -> Int? {
            let message = try JSONEncoder().encode(
                BridgeValue.object([
                    "jsonrpc": "2.0", "id": 1, "method": .string(name), "params": .object(parameters),
                ]))
            let reply = try #require(await router.reply(to: message, from: Self.context).message)
            let answer = try JSONDecoder().decode(Answer.self, from: reply)
            return answer.error?.code
        }
        guard case .object(let fine) = Self.sample(method.parameters) else { return }
        #expect(try await code(fine) == nil, "\(fine)")
        let good = await called.count
        #expect(good == 1)
        for missing in required {
            #expect(try await code(fine.filter { $0.key != missing }) == -32602, "without \(missing)")
        }
        #expect(try await code(fine.merging(["unheard_of": 1]) { $1 }) == -32602)
        for (name, schema) in members {
            for (value, expected) in Self.faults(schema) {
                let found = try await code(fine.merging([name: value]) { $1 })
                #expect(found == expected.rawValue, "\(name): \("\(value)".prefix(80))")
            }
        }
        #expect(await called.count == good, "a call that is refused does not reach its method")
    }

    private actor Counter {
        private(set) var count = 0
        func add() { count += 1 }
    }

    private struct Answer: Decodable {
        struct Failure: Decodable {
            let code: Int
        }
        let error: Failure?
    }

    /// `make test-long` tries a million, `ATOLL_CALLS` sets another number; `ATOLL_SEED` begins with a seed.
    @Test("Random calls get answers, whatever is in them, and memory does not grow")
    func random() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["ATOLL_CALLS"].flatMap { Int($0) } ?? TestLength.of(short: 5_000, long: 1_000_000)
        let seed = environment["ATOLL_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        print("\(count) calls with ATOLL_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let directory = try TemporaryDirectory()
        var limits = BridgeRouter.Limits()
        (limits.callsPerSecond, limits.burst) = (1e9, 1e9)
        let stored = FileStorage(directory: directory.url)
        let router = BridgeRouter(
            methods: BridgeMethod.standard(storage: stored) + BridgeMethod.secretMethods(stored)
                + BridgeMethod.fileMethods(FolderFiles(directory: directory.url.appending(path: "files")))
                + BridgeMethod.noticeMethods(Nobody()) + BridgeMethod.roomMethods(Nobody())
                + BridgeMethod.tokenMethods(Nobody()) + BridgeMethod.onDevice() + [
                    .lifecycleReady { _ in }, .lifecycleError(nil),
                ], limits: limits)
        let names = Self.bridge.methods.map(\.name) + ["", "x", "host", "host.info.x"]
        var settled = 0
        for number in 0..<count {
            if number == count / 4 { settled = Self.residentMegabytes }
            let name = names.randomElement(using: &random)!
            var parameters = Self.any(depth: 3, &random)
            if let method = BridgeDescription.method(named: name), Int.random(in: 0..<4, using: &random) > 0 {
                parameters = Self.near(method.parameters, &random)
            }
            let call = BridgeValue.object([
                "jsonrpc": "2.0", "id": .integer(number), "method": .string(name), "params": parameters,
            ])
            var bytes = try JSONEncoder().encode(call)
            // Now and then, a byte is another one.
            if Int.random(in: 0..<10, using: &random) == 0 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            let reply = await router.reply(to: bytes, from: Self.context).message
            if let reply { _ = try JSONSerialization.jsonObject(with: reply) }
        }
        let grown = Self.residentMegabytes - settled
        #expect(grown < 100, "\(grown) MB more after \(count) calls")
    }

    /// The memory of this process; 0 where the system does not say.
    private static var residentMegabytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4_096 / 1_000_000
    }

    private static func any(depth: Int, _ random: inout SeededGenerator) -> BridgeValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int.random(in: .min ... .max, using: &random))
        case 3: return .number(Double.random(in: -1e300...1e300, using: &random))
        case 4: return .string(["", "a", "\u{0}", "\u{202e}", "é", "../../x", "a.b"].randomElement(using: &random)!)
        case 5: return .string(String(repeating: "y", count: Int.random(in: 0..<300, using: &random)))
        case 6: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in any(depth: depth - 1, &random) })
        default:
            let keys = ["key", "value", "items", "names", "text", "a"].shuffled(using: &random).prefix(3)
            var members: [String: BridgeValue] = [:]
            for key in keys { members[key] = any(depth: depth - 1, &random) }
            return .object(members)
        }
    }

    /// Something of a form, or nearly.
    private static func near(_ schema: BridgeSchema, _ random: inout SeededGenerator) -> BridgeValue {
        if Int.random(in: 0..<12, using: &random) == 0 { return any(depth: 2, &random) }
        switch schema {
        case .object(let members, let required):
            var values: [String: BridgeValue] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key })
            where required.contains(name) || Bool.random(using: &random) {
                values[name] = near(member, &random)
            }
            return .object(values)
        case .array(let element, let count, _):
            let most = min(count.upperBound, count.lowerBound + 4)
            return .array(
                (0..<Int.random(in: count.lowerBound...most, using: &random)).map { _ in near(element, &random) })
        case .choice(let choices): return .string(choices.randomElement(using: &random)!)
        case .map(let element, _, _):
            var values: [String: BridgeValue] = [:]
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                values["k\(Int.random(in: 0..<5, using: &random))"] = near(element, &random)
            }
            return .object(values)
        default: return sample(schema)
        }
    }
}
