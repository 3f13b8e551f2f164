import AtollCenterAPI
import AtollCenterDomain

extension KeyRequestView: Documented {
    package init(_ request: KeyRequest, withDocument: Bool = false) {
        self.init(
            id: request.id,
            organization: request.organization,
            publisher: request.request.publisher.rawValue,
            state: request.state.rawValue,
            threshold: request.request.threshold,
            keys: request.request.keys.keys.sorted(),
            isConfirmed: request.isConfirmed,
            comment: request.comment,
            asker: request.asker,
            created: request.created,
            decided: request.decided,
            reason: request.reason,
            document: withDocument ? request.document : nil)
    }

    package static let schemaName = "KeyRequest"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...200), "organization": .organization, "publisher": .reverseDomain,
            "state": .one(of: KeyRequest.State.allCases.map(\.rawValue)), "threshold": .integer(1...20),
            "keys": .list(of: .text(64...64), upTo: 20), "isConfirmed": .bool,
            "comment": .text(0...KeyRequest.maximumText), "asker": .text(), "created": .time, "decided": .time,
            "reason": .text(), "document": .text(),
        ], optional: ["decided", "document"])
}
