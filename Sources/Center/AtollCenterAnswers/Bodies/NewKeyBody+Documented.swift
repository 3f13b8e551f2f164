import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension NewKeyBody: Documented {
    package var parsedScopes: Set<APIKeyScope> {
        get throws {
            Set(
                try scopes.map { name in
                    guard let scope = APIKeyScope(rawValue: name) else {
                        throw ActionError.invalid("scopes", "contains an unknown scope: \(name.prefix(50))")
                    }
                    return scope
                })
        }
    }

    package var parsedIDs: [MiniAppID] {
        get throws { try Self.parse(ids ?? []) }
    }

    /// - Throws: ``ActionError/invalid(_:_:)`` for one that is not an id.
    package static func parse(_ ids: [String]) throws -> [MiniAppID] {
        try ids.map { text in
            guard let id = MiniAppID(text) else { throw ActionError.invalid("ids", "has one that is not valid") }
            return id
        }
    }

    package static let schemaName = "NewKey"
    package static let schema = JSONSchema.object(
        [
            "name": .text(1...100),
            "scopes": .list(
                of: .one(of: APIKeyScope.allCases.map(\.rawValue)), upTo: APIKeyScope.allCases.count, from: 1),
            "ids": .list(of: .reverseDomain, upTo: 50), "days": .integer(1...OrganizationKey.maximumDays),
        ], optional: ["ids", "days"])
}
