import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import SignedJSON

/// The super app's own server, through which an app shares with the web shell what mini apps know and store about a
/// user: the name by which they know the user, the user's permissions, tokens for back ends, and storage.
///
/// ```swift
/// let server = SuperAppServer(URL(string: "https://app.example.com")!, memory: folder) { await accounts.secret }
/// let session = MiniAppSession(id, from: source, storage: SharedStorage(local, with: server), sharing: server)
/// ```
public actor SuperAppServer: MiniAppSharing {
    private nonisolated let site: URL
    private nonisolated let transport: any CatalogTransport
    private nonisolated let secret: @Sendable () async -> String?
    private let memory: URL?
    private var known: [MiniAppID: SharedMiniAppState] = [:]
    private var unsent: [MiniAppID: Unsent] = [:]
    /// The permissions that were decided just now, which no request has contained yet.
    private var fresh: [MiniAppID: Set<String>] = [:]
    private var sending: [MiniAppID: Task<Void, any Error>] = [:]

    private static let maximumAnswer = 2 * 1024 * 1024

    /// Describes a server.
    ///
    /// - Parameters:
    ///   - site: The URL of the super app's web site.
    ///   - transport: Sends the requests.
    ///   - memory: The folder in which the server's answers are cached for when it can't be reached; nil to cache
    ///     nothing. It must belong to one user.
    ///   - secret: Returns the secret of the app's session, or nil if no user is signed in.
    public init(
        _ site: URL, transport: any CatalogTransport = HTTPCatalogTransport(), memory: URL? = nil,
        secret: @escaping @Sendable () async -> String?
    ) {
        self.site = site
        self.transport = transport
        self.memory = memory
        self.secret = secret
    }

    /// The server's current or last known state, with the decisions that it has not received yet.
    public func state(of id: MiniAppID) async throws -> SharedMiniAppState {
        do {
            // Decisions that the server has not received take precedence over its answer.
            if pending(of: id) != nil { try await sendPending(of: id) }
            let answer = try await transport.get(
                CatalogRequest(address(id), token: try await bearer(), limit: Self.maximumAnswer))
            try Self.check(answer)
            let state = try JSONDecoder().decode(SharedMiniAppState.self, fromForeign: answer.body)
            note(state, of: id)
            return state
        } catch {
            // The cache is used only while the server can't be reached; a refusal is final.
            guard case .network? = error as? CatalogError, let last = known[id] ?? kept("state", of: id) else {
                throw error
            }
            guard let unsent = pending(of: id) else { return last }
            return last.deciding(unsent.decisions, unsent.refusals)
        }
    }

    private func note(_ state: SharedMiniAppState, of id: MiniAppID) {
        known[id] = state
        keep(state, "state", of: id)
    }

    /// Sends the user's decisions to the server; those that can't be sent now are sent later.
    public func share(
        _ decisions: [String: PermissionLedger.Decision], refusals: [String: Int], of id: MiniAppID
    ) async {
        var unsent = pending(of: id) ?? Unsent(decisions: [:], refusals: [:])
        unsent.decisions.merge(decisions) { $1 }
        unsent.refusals.merge(refusals) { $1 }
        setPending(unsent, of: id)
        fresh[id, default: []].formUnion(decisions.keys)
        // While the server can't be reached, this takes precedence over its last answer.
        if let last = known[id] ?? kept("state", of: id) { note(last.deciding(decisions, refusals), of: id) }
        try? await sendPending(of: id)
    }

    /// Decisions that the server has not received.
    private struct Unsent: Codable, Equatable {
        var decisions: [String: PermissionLedger.Decision]
        var refusals: [String: Int]
    }

    /// The body of a request with decisions.
    private struct Decisions: Encodable {
        let decisions: [String: PermissionLedger.Decision]
        let refusals: [String: Int]
        /// Whether the user decided earlier, while the server could not be reached.
        let isLate: Bool
    }

    private func pending(of id: MiniAppID) -> Unsent? { unsent[id] ?? kept("unsent", of: id) }

    private func setPending(_ value: Unsent?, of id: MiniAppID) {
        unsent[id] = value
        if let value {
            keep(value, "unsent", of: id)
        } else if let memory {
            try? FileManager.default.removeItem(at: memory.appending(path: "\(id).unsent.json"))
        }
    }

    /// Sends pending decisions, after any that are being sent.
    private func sendPending(of id: MiniAppID) async throws {
        let before = sending[id]
        let task = Task {
            _ = await before?.result
            try await self.sendAll(of: id)
        }
        sending[id] = task
        try await task.value
    }

    /// Sends earlier decisions first, and then those of now: the order is how the server knows which of two is newer.
    private func sendAll(of id: MiniAppID) async throws {
        guard let all = pending(of: id) else { return }
        let now = fresh[id] ?? []
        for isLate in [true, false] {
            let part = all.decisions.filter { now.contains($0.key) != isLate }
            guard !part.isEmpty else { continue }
            do {
                let refusals = all.refusals.filter { part[$0.key] != nil }
                let message = Decisions(decisions: part, refusals: refusals, isLate: isLate)
                try Self.check(try await post(JSONEncoder().encode(message), to: "decisions", of: id))
            } catch {
                // When they are sent again, they are late, except for those that were decided anew in the meantime.
                let current = pending(of: id)?.decisions ?? [:]
                fresh[id]?.subtract(all.decisions.filter { current[$0.key] == $0.value }.keys)
                throw error
            }
            // Decisions that were changed while the request was under way still have to be sent.
            var left = pending(of: id) ?? all
            for (name, decision) in part where left.decisions[name] == decision {
                left.decisions[name] = nil
                left.refusals[name] = nil
                fresh[id]?.remove(name)
            }
            setPending(left.decisions.isEmpty ? nil : left, of: id)
        }
    }

    /// Treats a server that fails like one that can't be reached.
    private static func check(_ answer: CatalogResponse) throws {
        guard answer.status < 500, answer.status != 429 else { throw CatalogError.network("The server is busy.") }
        guard (200...299).contains(answer.status) else {
            throw CatalogError.invalidResponse("The super app's server refused the request (\(answer.status)).")
        }
    }

    /// Calls a method on the server on behalf of a mini app.
    ///
    /// - Throws: The error of the method, or ``BridgeError/Code/offline``.
    public nonisolated func call(
        _ method: String, _ parameters: [String: BridgeValue], of id: MiniAppID
    ) async throws(BridgeError) -> BridgeValue {
        let message: BridgeValue = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
        ]
        let answer: CatalogResponse
        do {
            answer = try await post(JSONEncoder().encode(message), to: "bridge", of: id)
        } catch {
            throw BridgeError(.offline, "The super app's server can't be reached.")
        }
        guard answer.status == 200, let response = try? BridgeValue(json: answer.body) else {
            throw BridgeError(
                answer.status == 401 || answer.status == 403 ? .permissionDenied : .internal,
                "The super app's server refused the call.")
        }
        if let result = response["result"] { return result }
        throw BridgeError(response["error"] ?? .null)
    }

    private nonisolated func post(_ body: Data, to path: String, of id: MiniAppID) async throws -> CatalogResponse {
        try await transport.post(
            body,
            with: CatalogRequest(
                address(id).appending(path: path), token: try await bearer(), limit: Self.maximumAnswer))
    }

    private nonisolated func bearer() async throws -> String {
        guard let secret = await secret() else { throw CatalogError.invalidResponse("No user is signed in.") }
        return secret
    }

    private nonisolated func address(_ id: MiniAppID) -> URL { site.appending(path: "app-session/miniapps/\(id)") }

    private func keep(_ value: some Encodable, _ name: String, of id: MiniAppID) {
        guard let memory else { return }
        // If it can't be stored, it is requested again.
        try? FileManager.default.createDirectory(at: memory, withIntermediateDirectories: true)
        try? JSONEncoder().encode(value).write(to: memory.appending(path: "\(id).\(name).json"), options: .atomic)
    }

    private func kept<Value: Decodable>(_ name: String, of id: MiniAppID) -> Value? {
        guard let memory,
            let data = FileManager.default.contents(atPath: memory.appending(path: "\(id).\(name).json").path)
        else { return nil }
        return try? JSONDecoder().decode(Value.self, fromForeign: data)
    }
}

extension SharedMiniAppState {
    /// The state with the decisions that a user has made since.
    fileprivate func deciding(
        _ decisions: [String: PermissionLedger.Decision], _ refusals: [String: Int]
    ) -> SharedMiniAppState {
        SharedMiniAppState(
            user: user, decisions: self.decisions.merging(decisions) { $1 },
            refusals: self.refusals.merging(refusals) { $1 }, email: email)
    }
}

extension BridgeError {
    /// The error in a JSON-RPC response; an internal one if it can't be read.
    fileprivate init(_ value: BridgeValue) {
        guard case .integer(let number)? = value["code"], let code = Code(rawValue: number) else {
            self.init(.internal, "The super app's server sent an invalid response.")
            return
        }
        var data: [String: BridgeValue] = [:]
        if case .object(let members)? = value["data"] { data = members }
        self.init(code, value["message"]?.string ?? "", data: data)
    }
}
