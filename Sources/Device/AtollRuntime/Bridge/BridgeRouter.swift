import AtollPackages
import AtollRateLimiting
import Foundation
import SignedJSON

/// Answers a mini app's messages: JSON-RPC 2.0, single calls and batches.
///
/// Every message, valid or not, gets a JSON-RPC response; only notifications get none.
public struct BridgeRouter: Sendable {
    /// The limits of messages and calls.
    public struct Limits: Hashable, Sendable {
        /// The maximum length of a message, in bytes.
        public var messageBytes = 1024 * 1024
        /// The maximum number of calls in a batch.
        public var batch = 32
        /// The maximum total length of the responses to a batch, in bytes. The call that exceeds it is carried out, but its
        /// response is an error; those after it are not carried out.
        public var answerBytes = 2 * 1024 * 1024
        /// The number of calls per second that one mini app may make in one session, on average.
        public var callsPerSecond = 50.0
        /// The number of calls that it may make in a burst.
        public var burst = 100.0

        /// The default limits.
        public init() {}
    }

    /// The outcome of a message, for the host.
    public struct Reply: Sendable {
        /// The response for the mini app, or nil if it expects none.
        public let message: Data?
        /// The actions for the host, after it has passed on the response.
        public let actions: [BridgeResult.Action]
        /// The permissions for which the host may ask the user, to send the message again with their answer.
        public var asks: [String] = []
    }

    private struct Caller: Hashable {
        let session: String
        let miniApp: MiniAppID
    }

    /// The limits of messages and calls.
    public let limits: Limits
    private let methods: [String: OfferedMethod]
    private let calls: RateLimiter<Caller>
    private let usage: (any UsageCounting)?
    private let noteUse: @Sendable (_ permission: String, BridgeContext) async -> Void
    /// The names of all methods, sorted.
    public let methodNames: [String]
    /// The permissions that a method needs or uses: a host asks for no others.
    public let permissions: Set<String>

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - methods: The methods that mini apps can call.
    ///   - limits: The limits of messages and calls.
    ///   - usage: Counts calls by method and result; nil to count nothing.
    ///   - noteUse: Called after a method has used a permission.
    ///   - now: Returns the current time, for the limit of calls.
    /// - Precondition: No two methods have the same name.
    public init(
        methods: [BridgeMethod], limits: Limits = Limits(), usage: (any UsageCounting)? = nil,
        noteUse: @escaping @Sendable (_ permission: String, BridgeContext) async -> Void = { _, _ in },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.methods = Dictionary(methods.map { ($0.name, OfferedMethod($0)) }) { _, _ in
            preconditionFailure("Two methods of the bridge have the same name.")
        }
        self.limits = limits
        self.usage = usage
        self.noteUse = noteUse
        methodNames = self.methods.keys.sorted()
        permissions = Set(self.methods.values.flatMap(\.permissions))
        calls = RateLimiter(.init(burst: limits.burst, perSecond: limits.callsPerSecond), now: now)
    }

    /// What `host.info` answers in a context: for a host that hands it to a page before that asks.
    public func info(in context: BridgeContext) -> BridgeValue {
        BridgeMethod.info(in: knowing(context))
    }

    /// The method that says which methods there are.
    private static let info = "host.info"

    private func knowing(_ context: BridgeContext) -> BridgeContext {
        var context = context
        context.features = methodNames
        return context
    }

    /// Answers one message: a call, a notification or a batch of them.
    ///
    /// - Complexity: Linear in the message's length, and O(1) beyond ``Limits/messageBytes``; plus that of the methods.
    public func reply(to message: Data, from context: BridgeContext) async -> Reply {
        guard message.count <= limits.messageBytes else {
            return failure(BridgeError(.tooLarge, "A message must not exceed \(limits.messageBytes) bytes."))
        }
        if let wait = countLength(of: message, context) {
            return failure(.limited("Too many long messages.", wait: wait))
        }
        let value: BridgeValue
        do throws(JSONError) {
            value = try BridgeValue(parsing: message, maximumCalls: limits.batch)
        } catch {
            if case .tooManyValues = error { return failure(badBatch) }
            return failure(BridgeError(.parse, "The message can't be read. \(error)"))
        }
        guard case .array(let calls) = value else {
            let outcome = await answer(value, from: context)
            return Reply(
                message: outcome.response.map { encoded($0, context) }, actions: outcome.action.map { [$0] } ?? [],
                asks: outcome.asks)
        }
        guard !calls.isEmpty else { return failure(badBatch) }
        var responses = Data()
        var actions: [BridgeResult.Action] = []
        var context = context
        // The host could not send a part of a message again.
        context.canAsk = false
        var isFull = false
        for call in calls {
            var outcome = isFull ? unanswered(call) : await answer(call, from: context)
            if outcome.action == .perform {
                let error = BridgeError(.unsupported, "This method can't be called in a batch.")
                outcome = (outcome.response.map { .failure(id: $0.id, error) }, nil, [])
            }
            if let action = outcome.action { actions.append(action) }
            guard let response = outcome.response else { continue }
            var answer = encoded(response, context)
            if responses.count + answer.count > limits.answerBytes {
                isFull = true
                answer = BridgeResponse.failure(id: response.id, fullBatch).json
            }
            responses.append(UInt8(ascii: responses.isEmpty ? "[" : ","))
            responses.append(answer)
        }
        if !responses.isEmpty { responses.append(UInt8(ascii: "]")) }
        return Reply(message: responses.isEmpty ? nil : responses, actions: actions)
    }

    private var fullBatch: BridgeError {
        BridgeError(.tooLarge, "The responses to a batch must not exceed \(limits.answerBytes) bytes. Request less.")
    }

    /// The outcome of a call of a batch whose responses are as long as they may be.
    private func unanswered(
        _ call: BridgeValue
    ) -> (response: BridgeResponse?, action: BridgeResult.Action?, asks: [String]) {
        guard let id = call["id"] else { return (nil, nil, []) }
        let known: BridgeValue =
            switch id {
            case .string(let text) where text.utf8.count <= 200: id
            case .integer: id
            default: .null
            }
        return (.failure(id: known, fullBatch), nil, [])
    }

    private var badBatch: BridgeError {
        BridgeError(.invalidRequest, "A batch must have 1 to \(limits.batch) calls.")
    }

    /// The response to a message that did not reach the router completely, because the host cut it off at the limit.
    public func failure(_ error: BridgeError) -> Reply {
        Reply(message: BridgeResponse.failure(id: .null, error).json, actions: [])
    }

    private func answer(
        _ call: BridgeValue, from context: BridgeContext
    ) async -> (response: BridgeResponse?, action: BridgeResult.Action?, asks: [String]) {
        // Every call counts, including those that fail.
        let wait = calls.take(Caller(session: context.session, miniApp: context.miniApp))
        let id: BridgeValue
        switch call["id"] {
        case .string(let text)? where text.utf8.count <= 200: id = .string(text)
        case .integer(let number)?: id = .integer(number)
        case nil, .null?: id = .null
        default:
            let error = BridgeError(
                .invalidRequest, "An \"id\" must be an integer or a string of at most 200 bytes.")
            return (.failure(id: .null, error), nil, [])
        }
        let isNotification = call["id"] == nil
        do throws(BridgeError) {
            guard wait == .zero else {
                throw .limited("Too many calls.", wait: wait)
            }
            guard call["jsonrpc"] == "2.0", let name = call["method"]?.string else {
                throw BridgeError(.invalidRequest, "A call must have \"jsonrpc\": \"2.0\" and a \"method\".")
            }
            let parameters = try parameters(of: call)
            guard let offered = methods[name] else {
                if let known = BridgeDescription.method(named: name) {
                    throw BridgeError(
                        .unsupported, "This host does not offer \(name).", data: ["since": .integer(known.since)])
                }
                throw BridgeError(.methodNotFound, "There is no method \"\(name.prefix(100))\".")
            }
            let result: BridgeResult
            do throws(BridgeError) {
                try check(offered, parameters, context)
                countValues(of: name, parameters, context)
                // Of those that are described, one asks for it, and the copy would be a part of what each call costs.
                let asksForMethods = offered.described == nil || name == Self.info
                result = try await offered.method.call(parameters, asksForMethods ? knowing(context) : context)
                for permission in offered.uses(with: parameters) + result.used
                where context.state(of: permission) == .granted {
                    await noteUse(permission, context)
                }
            } catch {
                count(.call(name, "\(error.code.rawValue)"), context)
                throw error
            }
            count(offered.success, context)
            return (isNotification ? nil : .success(id: id, result.value), result.action, [])
        } catch {
            // A call that is malformed is answered even without an id: JSON-RPC 2.0, section 5.
            let isAnswered = !isNotification || error.code == .invalidRequest
            return (isAnswered ? .failure(id: id, error) : nil, nil, error.asks)
        }
    }

    /// Checks what can be checked of a call before its method is asked: its parameters, and that the user has given the
    /// permission that it needs.
    private func check(
        _ offered: OfferedMethod, _ parameters: BridgeParameters, _ context: BridgeContext
    ) throws(BridgeError) {
        if let described = offered.described {
            if let fault = described.fault(in: parameters.members, BridgeDescription.current.types) { throw fault }
            guard !context.isCard || described.isForCards else {
                throw BridgeError(.unsupported, "A card can't call \(described.name).")
            }
        }
        let needed = offered.permissions(for: parameters)
        try context.requireDecision(on: needed)
        for permission in needed { try context.require(permission) }
    }

    /// A message of so many bytes counts as another call, and as one more for each time that it is longer: reading it takes the
    /// processor before its calls can be counted.
    private static let longMessage = 128 * 1024

    /// The values of an answer that count as another call: making and writing them takes the processor.
    private static let valuesOfCall = 500.0
    /// Answers below this length, in bytes, count as their call alone.
    private static let longAnswer = 16 * 1024

    /// A response as JSON. A long one counts as further calls, by how many values it has.
    private func encoded(_ response: BridgeResponse, _ context: BridgeContext) -> Data {
        let json = response.json
        guard json.count >= Self.longAnswer, case .success(_, let value) = response else { return json }
        let caller = Caller(session: context.session, miniApp: context.miniApp)
        calls.charge(caller, Double(value.count) / Self.valuesOfCall)
        return json
    }

    /// - Returns: How long the mini app has to wait until it may send a long message, or nil if it may now.
    private func countLength(of message: Data, _ context: BridgeContext) -> Duration? {
        guard message.count >= Self.longMessage else { return nil }
        let caller = Caller(session: context.session, miniApp: context.miniApp)
        let rest = calls.wait(for: caller)
        guard rest <= .zero else { return rest }
        for _ in 0..<message.count / Self.longMessage { _ = calls.take(caller) }
        return nil
    }

    /// Counts each value that a call stores as a call. The current call is not rejected for it.
    private func countValues(of name: String, _ parameters: BridgeParameters, _ context: BridgeContext) {
        guard name == "storage.setAll", case .object(let items)? = parameters.members["items"] else { return }
        let caller = Caller(session: context.session, miniApp: context.miniApp)
        for _ in 1..<max(1, items.count) where calls.take(caller) > .zero { return }
    }

    /// Counts a call of a method that there is.
    private func count(_ call: @autoclosure () -> UsageName, _ context: BridgeContext) {
        usage?.count(call(), 1, of: context.miniApp, code: context.version.code)
    }

    private func parameters(of call: BridgeValue) throws(BridgeError) -> BridgeParameters {
        switch call["params"] {
        case .object(let members)?: BridgeParameters(members: members)
        case nil: BridgeParameters(members: [:])
        default: throw BridgeError(.invalidParameters, "Parameters must be passed by name, in an object.")
        }
    }
}
