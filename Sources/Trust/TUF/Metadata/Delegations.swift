import Crypto
import Foundation
import SignedJSON

/// The targets that a role delegates to others.
///
/// Source: TUF specification, section 4.5; TAP 15 for succinct bins.
struct Delegations: Sendable {
    /// A delegation to a named role.
    struct Role: Sendable {
        let name: String
        let keys: RoleKeys
        /// Whether the search for a target ends after this role.
        let isTerminating: Bool
        let scope: Scope
    }

    /// The targets that a delegation covers.
    enum Scope: Sendable {
        case patterns([String])
        case digestPrefixes([String])
    }

    /// Numbered roles, each for an equal share of the digests of paths.
    struct Bins: Sendable {
        let keys: RoleKeys
        let bits: Int
        let prefix: String
    }

    let roles: [Role]
    let bins: Bins?

    init(_ fields: MetadataFields) throws(TUFError) {
        let keys = try RoleKeys.keys(fields)
        guard fields.has("roles") != fields.has("succinct_roles") else {
            throw .malformed(role: fields.role, "its delegations must have either roles or succinct roles")
        }
        if fields.has("succinct_roles") {
            let succinct = try fields.object("succinct_roles")
            let bits = try succinct.integer("bit_length", atLeast: 1)
            guard bits <= 32 else { throw .malformed(role: fields.role, "\"bit_length\" is \(bits)") }
            bins = Bins(
                keys: try RoleKeys(succinct, keys: keys), bits: bits, prefix: try succinct.string("name_prefix"))
            roles = []
            return
        }
        bins = nil
        var roles: [Role] = []
        for value in try fields.array("roles") {
            let role = try MetadataFields(value, of: fields.role, "a delegation")
            let name = try role.string("name")
            guard !name.isEmpty, !["root", "timestamp", "snapshot", "targets"].contains(name) else {
                throw .malformed(role: fields.role, "it delegates to \"\(name)\"")
            }
            guard !roles.contains(where: { ExactString($0.name) == ExactString(name) }) else {
                throw .malformed(role: fields.role, "it delegates to \"\(name)\" twice")
            }
            guard role.has("paths") != role.has("path_hash_prefixes") else {
                throw .malformed(role: fields.role, "a delegation must have either paths or prefixes of their digests")
            }
            roles.append(
                Role(
                    name: name, keys: try RoleKeys(role, keys: keys), isTerminating: try role.bool("terminating"),
                    scope: role.has("paths")
                        ? .patterns(try role.strings("paths")) : .digestPrefixes(try role.strings("path_hash_prefixes"))
                )
            )
        }
        self.roles = roles
    }

    /// The roles to search for a target, in order.
    func roles(for path: String) -> [Role] {
        if let bins {
            return [
                Role(name: bins.name(for: path), keys: bins.keys, isTerminating: true, scope: .patterns(["*"]))
            ]
        }
        return roles.filter { $0.scope.contains(path) }
    }
}

extension Delegations.Scope {
    /// Whether the delegation covers a target.
    func contains(_ path: String) -> Bool {
        switch self {
        case .patterns(let patterns): patterns.contains { PathPattern.matches(path, $0) }
        case .digestPrefixes(let prefixes):
            prefixes.contains { SHA256.hash(data: Data(path.utf8)).hexadecimal.hasPrefix($0) }
        }
    }
}

extension Delegations.Bins {
    /// The name of a target's bin.
    func name(for path: String) -> String {
        Self.name(Self.number(of: path, bits: bits), prefix: prefix, bits: bits)
    }

    /// The names of all bins, in order.
    var names: [String] { (0..<(1 << bits)).map { Self.name($0, prefix: prefix, bits: bits) } }

    /// The number of a target's bin: the first bits of its path's digest.
    static func number(of path: String, bits: Int) -> Int {
        let start = SHA256.hash(data: Data(path.utf8)).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int(start >> UInt32(32 - bits))
    }

    /// The name of a bin: its number in as many hexadecimal digits as the last one needs.
    static func name(_ number: Int, prefix: String, bits: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + "-" + String(repeating: "0", count: max(0, (bits + 3) / 4 - digits.count)) + digits
    }
}
