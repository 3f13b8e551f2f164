import AtollCenterAPI
import AtollCenterDomain

extension KeyView: Documented {
    package init(_ key: OrganizationKey) {
        self.init(
            id: key.id,
            name: key.name,
            maker: key.maker,
            scopes: key.scopes,
            ids: key.ids,
            created: key.created,
            expires: key.expires,
            used: key.used)
    }

    package static let schemaName = "Key"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "name": .text(0...100), "maker": .text(1...64),
            "scopes": .list(of: .one(of: APIKeyScope.allCases.map(\.rawValue)), upTo: APIKeyScope.allCases.count),
            "ids": .list(of: .text(1...128), upTo: 50), "created": .time, "expires": .time, "used": .time,
        ], optional: ["maker", "used"])
}
