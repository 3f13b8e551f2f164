import AtollCenter
import AtollCenterAPI

extension Console {
    /// The keys that an organization signs with, and those it has requested, which are a part of its page.
    func publisherKeys(_ path: String, _ visit: Visit) async throws -> [String: any Sendable] {
        let found: PublisherKeysView? = try await interface.find(path + "/publisher-keys", for: visit)
        guard let found, found.publisher != nil else { return [:] }
        let isPlatform = visit.account?.mayDo(.manageOrganizations) == true
        return [
            "maySeePublisherKeys": true, "publisherKeys": found.keys, "hasPublisherKeys": !found.keys.isEmpty,
            "publisherKeysLead": visit.texts("publisher-keys-lead", ["threshold": "\(found.threshold)"]),
            "keyRequests": found.requests.prefix(10).map { request in
                [
                    "id": request.id,
                    "threshold": visit.texts("publisher-keys-lead", ["threshold": "\(request.threshold)"]),
                    "keys": request.keys.map(Self.shortened).joined(separator: ", "),
                    "state": visit.texts("keys-" + request.state), "created": visit.texts.time(request.created),
                    "confirmed": visit.texts(request.isConfirmed ? "keys-confirmed" : "keys-unconfirmed"),
                    "comment": request.comment, "reason": request.reason, "isAsked": request.state == "asked",
                    "mayAnswer": isPlatform && request.state == "asked",
                ] as [String: any Sendable]
            },
        ]
    }

    /// The beginning of a key's id, for comparison by people.
    private static func shortened(_ id: String) -> String { String(id.utf8.prefix(16)) ?? id }
}
