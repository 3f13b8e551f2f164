import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension NewTrustedPublisher: Documented {
    package var parsedIDs: [MiniAppID] {
        get throws { try NewKeyBody.parse(ids ?? []) }
    }

    static let claimsSchema = JSONSchema.texts(named: 1...100, 1...500, upTo: TrustedPublisher.maximumClaims)
    package static let schemaName = "NewTrustedPublisher"
    package static let schema = JSONSchema.object(
        [
            "name": .text(1...100), "issuer": .text(1...300), "claims": claimsSchema,
            "ids": .list(of: .reverseDomain, upTo: 50),
        ], optional: ["ids"])
}
