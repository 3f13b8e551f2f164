import AtollCenterAPI
import AtollCenterDomain

extension TrustedPublisherView: Documented {
    package init(_ trusted: TrustedPublisher) {
        self.init(
            id: trusted.id,
            name: trusted.name,
            issuer: trusted.issuer,
            claims: trusted.claims,
            ids: trusted.ids.map(\.rawValue),
            maker: trusted.maker.isEmpty ? nil : trusted.maker,
            created: trusted.created)
    }

    package static let schemaName = "TrustedPublisher"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "name": .text(1...100), "issuer": .text(1...300),
            "claims": NewTrustedPublisher.claimsSchema,
            "ids": .list(of: .reverseDomain, upTo: 50), "created": .time, "maker": .text(1...64),
        ], optional: ["maker"])
}
