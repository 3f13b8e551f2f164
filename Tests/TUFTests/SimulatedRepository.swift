import Crypto
import Foundation
import SignedJSON

@testable import TUF

/// An in-memory repository whose metadata a test can change in any way before it is signed.
final class SimulatedRepository: TUFTransport, @unchecked Sendable {
    // Safe: a test changes it only while no client makes requests.
    var roles: [String: [ExactString: JSONValue]] = [:]
    var signers: [String: [TestKey]] = [:]
    /// Files that replace the generated ones, by name.
    var replaced: [String: Result<Data, TUFTransportError>] = [:]
    private(set) var asked: [(name: String, limit: Int)] = []
    var roots: [Data] = []
    var hasConsistentSnapshots = true

    static let metadata = URL(string: "https://tuf.example/metadata/")!
    static let targets = URL(string: "https://tuf.example/targets/")!
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() {
        for role in ["root", "timestamp", "snapshot", "targets"] { signers[role] = [TestKey()] }
        roles["targets"] = header("targets") + ["targets": .object([:])]
        roles["snapshot"] = header("snapshot") + ["meta": .object(["targets.json": .object(["version": .integer(1)])])]
        roles["timestamp"] =
            header("timestamp") + ["meta": .object(["snapshot.json": .object(["version": .integer(1)])])]
        roles["root"] = header("root")
        addRoot()
    }

    func header(_ type: String) -> [ExactString: JSONValue] {
        [
            "_type": .string(type), "spec_version": .string("1.0.31"), "version": .integer(1),
            "expires": .string("2030-01-01T00:00:00Z"),
        ]
    }

    /// Writes the current keys into a new root, which `extra` signs too, for example the keys of the previous root.
    func addRoot(extra: [TestKey] = []) {
        var keys: [ExactString: JSONValue] = [:]
        var listed: [ExactString: JSONValue] = [:]
        for role in ["root", "timestamp", "snapshot", "targets"] {
            for key in signers[role]! { keys[key.id] = key.json }
            listed[.init(role)] = .object([
                "keyids": .array(signers[role]!.map { .string($0.id.text) }), "threshold": .integer(1),
            ])
        }
        roles["root"]!["keys"] = .object(keys)
        roles["root"]!["roles"] = .object(listed)
        roles["root"]!["consistent_snapshot"] = .bool(hasConsistentSnapshots)
        roles["root"]!["version"] = .integer(roots.count + 1)
        roots.append(signed("root", by: signers["root"]! + extra))
    }

    /// The metadata of a role as a file.
    func signed(_ role: String, by keys: [TestKey]? = nil) -> Data {
        let content = JSONValue.object(roles[role]!)
        let signatures = (keys ?? signers[role]!).map { key -> JSONValue in
            .object(["keyid": .string(key.id.text), "sig": .string(key.sign(content.canonicalBytes))])
        }
        return Data(JSONValue.object(["signed": content, "signatures": .array(signatures)]).canonicalBytes)
    }

    /// Increments the versions of roles of targets, and of the roles that announce them.
    func publish(_ changed: String...) {
        for role in changed {
            roles[role]!["version"] = .integer(version(of: role) + 1)
            list(role)
        }
        roles["snapshot"]!["version"] = .integer(version(of: "snapshot") + 1)
        roles["timestamp"]!["version"] = .integer(version(of: "timestamp") + 1)
        roles["timestamp"]!["meta"] = .object([
            "snapshot.json": .object(["version": .integer(version(of: "snapshot"))])
        ])
    }

    /// Lists a role in the snapshot with its version.
    func list(_ role: String) {
        guard case .object(var meta)? = roles["snapshot"]!["meta"] else { return }
        meta[.init(role + ".json")] = .object(["version": .integer(version(of: role))])
        roles["snapshot"]!["meta"] = .object(meta)
    }

    func version(of role: String) -> Int {
        if case .integer(let version)? = roles[role]!["version"] { version } else { 0 }
    }

    /// Adds a target to a role and serves it.
    func add(_ path: String, _ text: String = "target", to role: String = "targets") {
        let data = Data(text.utf8)
        let digest = SHA256.hash(data: data).hexadecimal
        guard case .object(var targets)? = roles[role]!["targets"] else { return }
        targets[.init(path)] = .object([
            "length": .integer(data.count), "hashes": .object(["sha256": .string(digest)]),
        ])
        roles[role]!["targets"] = .object(targets)
        var parts = path.split(separator: "/").map(String.init)
        if hasConsistentSnapshots { parts[parts.count - 1] = "\(digest)." + parts[parts.count - 1] }
        replaced["targets/" + parts.joined(separator: "/")] = .success(data)
    }

    /// Lets a role delegate targets to others.
    func delegate(from parent: String, to names: [(name: String, members: [ExactString: JSONValue])]) {
        var keys: [ExactString: JSONValue] = [:]
        var listed: [JSONValue] = []
        for (name, members) in names {
            let key = signers[name]?.first ?? TestKey()
            signers[name] = [key]
            keys[key.id] = key.json
            if roles[name] == nil {
                roles[name] = header("targets") + ["targets": .object([:])]
                list(name)
            }
            var role: [ExactString: JSONValue] = [
                "name": .string(name), "keyids": .array([.string(key.id.text)]), "threshold": .integer(1),
                "terminating": .bool(false),
            ]
            if members["path_hash_prefixes"] == nil { role["paths"] = .array([.string("*")]) }
            listed.append(.object(role + members))
        }
        roles[parent]!["delegations"] = .object(["keys": .object(keys), "roles": .array(listed)])
    }

    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let name = String(url.absoluteString.dropFirst("https://tuf.example/".count)).replacing("metadata/", with: "")
        asked.append((name, limit))
        let data: Data
        switch replaced[name] {
        case .success(let other): data = other
        case .failure(let error): throw error
        case nil:
            let parts = name.replacing(".json", with: "").split(separator: ".", maxSplits: 1)
            if parts.count == 2, parts[1] == "root", let version = Int(parts[0]) {
                guard version <= roots.count else { throw .notFound }
                data = roots[version - 1]
            } else if let role = parts.last.map(String.init), roles[role] != nil {
                data = signed(role)
            } else {
                throw .notFound
            }
        }
        guard data.count <= limit else { throw .tooLong(limit: limit) }
        return data
    }

    /// A client with the first root, or with the metadata that `directory` already holds.
    func client(in directory: URL, limits: TUFLimits = TUFLimits(), now: Date = start) throws -> TUFClient {
        if !FileManager.default.fileExists(atPath: directory.appending(path: "root.json").path) {
            try TUFClient.trust(roots[0], in: directory)
        }
        return try TUFClient(
            directory: directory, metadataURL: Self.metadata, transport: self, limits: limits, now: { now })
    }
}

/// A key that signs.
struct TestKey {
    private let key = Curve25519.Signing.PrivateKey()
    var id: ExactString

    init() { id = .init(key.publicKey.rawRepresentation.hexadecimal.prefix(16).description) }

    var publicText: String { key.publicKey.rawRepresentation.hexadecimal }

    var json: JSONValue {
        .object([
            "keytype": .string("ed25519"), "scheme": .string("ed25519"),
            "keyval": .object(["public": .string(publicText)]),
        ])
    }

    func sign(_ bytes: [UInt8]) -> String { (try! key.signature(for: bytes)).hexadecimal }
}

func + (left: [ExactString: JSONValue], right: [ExactString: JSONValue]) -> [ExactString: JSONValue] {
    left.merging(right) { $1 }
}
