import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// Asks that an organization signs with other keys, in place of what it has asked for before.
    ///
    /// - Parameters:
    ///   - id: A new random id.
    ///   - present: The keys that it signs with now, or nil if it has none.
    ///   - repository: The Center's repository, for which the request must be.
    package func askForKeys(
        _ id: String, _ document: SignedPublisherRequest, of organization: String, comment: String,
        present: PublisherFile?, repository: SHA256Hash, by caller: Caller
    ) throws -> KeyRequest {
        try view.require(
            .askForKeys, of: PermissionSubject(organization: organization), by: caller, named: "organization")
        try view.requireConfirmation(of: caller)
        let request: PublisherRequest
        do throws(ReleaseRefusal) {
            request = try document.verified()
        } catch {
            throw ActionError.invalid("document", "is not signed by each of its keys, or can't be read: \(error)")
        }
        guard request.repository == repository else {
            throw ActionError.invalid("document", "is for another Mini App Center")
        }
        let owner = try openOrganization(organization)
        guard let publisher = owner.publisher else {
            throw ActionError.conflict(rule: "no-publisher", "The organization does not publish.")
        }
        guard request.publisher == publisher else {
            throw ActionError.invalid("document", "must be about \(publisher), under which the organization publishes")
        }
        if let present, request.isTakenIn(by: present) {
            throw ActionError.conflict(rule: "same-keys", "The organization signs with these keys already.")
        }
        guard comment.unicodeScalars.count <= KeyRequest.maximumText else {
            throw ActionError.invalid("comment", "must have at most \(KeyRequest.maximumText) characters")
        }
        let earlier = try view.keyRequests(of: organization)
        guard earlier.count(where: { $0.created > time - 86_400 }) < KeyRequest.maximumPerDay else {
            throw ActionError.conflict(
                rule: "too-many", "An organization asks at most \(KeyRequest.maximumPerDay) times a day.")
        }
        let text = String(decoding: document.encoded, as: UTF8.self)
        guard
            try !session.exists(
                "SELECT 1 FROM publisher_request WHERE organization = \(.text(organization)) AND document = \(.text(text))"
            )
        else { throw ActionError.invalid("document", "was sent before: make a new request") }
        let age = now.timeIntervalSince(request.created)
        guard (-Self.tolerance...Self.tolerance).contains(age) else {
            throw ActionError.invalid("document", "must be made within the last day, by this machine's clock")
        }
        if let earlier = try view.waitingKeyRequest(of: organization) {
            _ = try end(earlier, as: .withdrawn, .withdrawKeys, comment: "Other keys were asked for.")
        }
        if earlier.count >= KeyRequest.kept, let last = earlier.last {
            try session.perform(
                """
                DELETE FROM publisher_request WHERE organization = \(.text(organization)) AND state <> 'asked'
                    AND created <= \(.integer(last.created))
                """)
        }
        let isConfirmed = present.map(document.isConfirmed) ?? false
        try session.perform(
            """
            INSERT INTO publisher_request (
                id, organization, document, comment, state, asker, is_confirmed, created)
            VALUES (\(.text(id)), \(.text(organization)), \(.text(text)),
                \(.text(comment)), 'asked', \(.text(caller.account ?? caller.actor.id)), \(.flag(isConfirmed)),
                \(.integer(time)))
            """)
        try note(
            AuditRecord(
                .askForKeys, organization: organization, subject: id, before: present.map(Self.summary),
                after: Self.summary(request.file(after: nil)), comment: comment.isEmpty ? nil : comment))
        return try foundKeyRequest(id)
    }

    /// Takes back what an organization has asked for.
    package func withdrawKeys(_ id: String, of organization: String, by caller: Caller) throws -> KeyRequest {
        try view.require(
            .askForKeys, of: PermissionSubject(organization: organization), by: caller, named: "organization")
        try view.requireConfirmation(of: caller)
        let request = try foundKeyRequest(id)
        guard request.organization == organization else { throw ActionError.unknown("request") }
        return try end(request, as: .withdrawn, .withdrawKeys)
    }

    /// Refuses what an organization has asked for.
    package func refuseKeys(_ id: String, reason: String, by caller: Caller) throws -> KeyRequest {
        try view.require(.manageOrganizations, of: .center, by: caller, named: "request")
        try view.requireConfirmation(of: caller)
        let words = try text(reason, as: "reason", atLeast: 1)
        guard words.unicodeScalars.count <= KeyRequest.maximumText else {
            throw ActionError.invalid("reason", "must have at most \(KeyRequest.maximumText) characters")
        }
        return try end(foundKeyRequest(id), as: .refused, .refuseKeys, comment: words)
    }

    /// Records that the review team has signed the keys of a request, if it still waits.
    package func takeKeysIn(_ id: String) throws {
        guard let request = try view.keyRequest(id), request.state == .asked else { return }
        _ = try end(request, as: .takenIn, .takeKeysIn)
    }

    /// How old a request may be that is sent, in seconds.
    private static let tolerance = 86_400.0

    private func end(
        _ request: KeyRequest, as state: KeyRequest.State, _ action: AuditAction, comment: String? = nil
    ) throws -> KeyRequest {
        guard request.state == .asked else {
            throw ActionError.conflict(rule: "decided", "The request is \(request.state.rawValue) already.")
        }
        try session.perform(
            """
            UPDATE publisher_request SET state = \(.text(state.rawValue)), decided = \(.integer(time)),
                reason = \(.text(comment ?? ""))
            WHERE id = \(.text(request.id))
            """)
        try note(
            AuditRecord(
                action, organization: request.organization, subject: request.id, before: request.state.rawValue,
                after: state.rawValue, comment: comment))
        return try foundKeyRequest(request.id)
    }

    private func foundKeyRequest(_ id: String) throws -> KeyRequest {
        guard let found = try view.keyRequest(id) else { throw ActionError.unknown("request") }
        return found
    }

    /// The beginnings of the ids of a publisher's keys.
    private static func summary(_ file: PublisherFile) -> String {
        "\(file.threshold) of " + file.keys.keys.sorted().map { String($0.prefix(16)) }.joined(separator: ", ")
    }
}
