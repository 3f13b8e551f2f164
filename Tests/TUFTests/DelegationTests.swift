import Crypto
import Foundation
import SignedJSON
import Testing

@testable import TUF

@Suite("Delegations")
struct DelegationTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "tuf-\(UUID().uuidString)")

    private func find(
        _ path: String, limits: TUFLimits = TUFLimits(), in repository: SimulatedRepository
    ) async throws -> (found: Bool, asked: [String]) {
        defer { try? FileManager.default.removeItem(at: directory) }
        repository.publish()
        let client = try repository.client(in: directory, limits: limits)
        try await client.refresh()
        let before = repository.asked.count
        let found = try await client.target(path) != nil
        return (found, repository.asked.dropFirst(before).map(\.name))
    }

    @Test(
        "Patterns match as in a shell, within one component of a path",
        arguments: [
            ("a.txt", "*", true), ("a/b.txt", "*", false), ("a/b.txt", "a/*", true), ("a/b/c", "a/*", false),
            ("a/b.txt", "*/*.txt", true), ("ab", "a?", true), ("a/", "a?", false), ("file-1.2", "file-*.?", true),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*a*a*a*b*c", false), ("", "", true), ("a", "", false),
            ("releases/com.example.json", "releases/*", true),
            // Brackets are not character sets; they match themselves.
            ("releases/a", "releases/[ab]", false), ("releases/[ab]", "releases/[ab]", true),
        ]
    )
    func patterns(_ path: String, _ pattern: String, _ expected: Bool) {
        #expect(PathPattern.matches(path, pattern) == expected)
    }

    @Test("Roles are searched depth first, in order, and the search ends after a terminating one")
    func order() async throws {
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("a", [:]), ("b", [:])])
        repository.delegate(from: "a", to: [("c", ["terminating": .bool(true)]), ("d", [:])])
        repository.add("x", to: "b")
        let cut = try await find("x", in: repository)
        #expect(!cut.found)
        #expect(cut.asked == ["1.a.json", "1.c.json"])
        repository.delegate(from: "a", to: [("c", [:]), ("d", [:])])
        let whole = try await find("x", in: repository)
        #expect(whole.found)
        #expect(whole.asked == ["1.a.json", "1.c.json", "1.d.json", "1.b.json"])
    }

    @Test("The search ends despite a role that delegates to itself or a cycle, and at the limit of a chain")
    func bounds() async throws {
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("a", [:])])
        repository.delegate(from: "a", to: [("a", [:]), ("b", [:])])
        repository.delegate(from: "b", to: [("a", [:])])
        #expect(try await find("x", in: repository).asked == ["1.a.json", "1.b.json"])
        let chain = SimulatedRepository()
        chain.delegate(from: "targets", to: [("r1", [:])])
        for number in 1..<60 { chain.delegate(from: "r\(number)", to: [("r\(number + 1)", [:])]) }
        #expect(try await find("x", in: chain).asked.count == 32)
    }

    @Test("Delegations by digest prefixes and to succinct bins find the right role")
    func digests() async throws {
        let repository = SimulatedRepository()
        let digest = SHA256.hash(data: Data("x".utf8)).hexadecimal
        repository.delegate(
            from: "targets",
            to: [
                ("other", ["path_hash_prefixes": .array([.string("zz")])]),
                ("mine", ["path_hash_prefixes": .array([.string(String(digest.prefix(3)))])]),
            ])
        repository.add("x", to: "mine")
        let found = try await find("x", in: repository)
        #expect(found.found && found.asked == ["1.mine.json"])

        let bins = SimulatedRepository()
        let key = TestKey()
        for bits in [1, 4, 5, 10, 32] {
            let prefix = UInt64(digest.prefix(8), radix: 16)! >> UInt64(32 - bits)
            let digits = String(prefix, radix: 16)
            let name = "bin-" + String(repeating: "0", count: (bits + 3) / 4 - digits.count) + digits
            bins.signers[name] = [key]
            bins.roles[name] = bins.header("targets") + ["targets": .object([:])]
            bins.list(name)
            bins.add("x", to: name)
            bins.roles["targets"]!["delegations"] = .object([
                "keys": .object([key.id: key.json]),
                "succinct_roles": .object([
                    "keyids": .array([.string(key.id.text)]), "threshold": .integer(1), "bit_length": .integer(bits),
                    "name_prefix": .string("bin"),
                ]),
            ])
            let found = try await find("x", in: bins)
            #expect(found.found && found.asked == ["1.\(name).json"], "\(bits)")
        }
    }

    @Test(
        "Invalid delegations are refused",
        arguments: [
            (["name": .string("targets")], "it delegates to \"targets\""),
            (["name": .string("root")], "it delegates to \"root\""),
            (["name": .string("")], "it delegates to \"\""),
            (["name": .string("b")], "it delegates to \"b\" twice"),
            (
                ["path_hash_prefixes": .array([]), "paths": .array([])],
                "a delegation must have either paths or prefixes of their digests"
            ),
            (["threshold": .integer(0)], "\"threshold\" is 0"),
        ] as [([ExactString: JSONValue], String)]
    )
    func refusals(_ members: [ExactString: JSONValue], _ reason: String) async throws {
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("a", members), ("b", [:])])
        await #expect(throws: TUFError.malformed(role: "targets", reason)) { try await find("x", in: repository) }
    }

    @Test("A loaded role is verified again for each role that delegates to it")
    func eachDelegator() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.delegate(
            from: "targets",
            to: [
                ("a", ["paths": .array([.string("a*")])]), ("b", ["paths": .array([.string("b*")])]),
            ])
        repository.delegate(from: "a", to: [("shared", [:])])
        let signer = repository.signers["shared"]!
        repository.signers["shared"] = [TestKey()]
        repository.delegate(from: "b", to: [("shared", [:])])
        repository.signers["shared"] = signer
        repository.add("a1", to: "shared")
        repository.add("b1", to: "shared")
        repository.publish()
        let client = try repository.client(in: directory)
        #expect(try await client.target("a1") != nil)
        await #expect(throws: TUFError.unsigned(role: "shared", valid: 0, threshold: 1)) {
            try await client.target("b1")
        }
    }

    @Test("Without consistent snapshots file names have no prefix")
    func plainNames() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.hasConsistentSnapshots = false
        repository.roots = []
        repository.addRoot()
        repository.add("file.txt", "plain")
        repository.publish("targets")
        let client = try repository.client(in: directory)
        let file = try await client.download(
            "file.txt", from: SimulatedRepository.targets, to: directory.appending(path: "t"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "plain")
        #expect(
            repository.asked.map(\.name) == [
                "2.root.json", "timestamp.json", "snapshot.json", "targets.json", "targets/file.txt",
            ])
    }
}
