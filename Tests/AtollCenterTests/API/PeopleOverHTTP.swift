import AtollCenterAPI
import AtollCredentials
import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

extension TestCenter {
    static let password = "four unusual violet harbours"

    var people: PeopleService { center.people }

    /// Makes an organization, unless one with this id exists.
    func organization(_ id: String, publisher: String? = nil) async throws {
        _ = try await people.store.change(by: .operator) { change in
            guard try change.view.organization(id) == nil else { return }
            _ = try change.createOrganization(
                id, name: "The \(id) company", publisher: publisher.flatMap { PublisherID($0) }, ownsSuperApps: true,
                by: .operator)
        }
    }

    /// Makes an account a member, and begins a session without a password.
    ///
    /// - Returns: The secret of the session.
    func session(
        _ name: String, of organization: String, as roles: [AssignedRole], isConfirmed: Bool = true
    ) async throws -> String {
        let secret = people.newSecret(.session)
        try await people.store.change(by: .operator) { change in
            if try change.view.account(name) == nil {
                _ = try change.createAccount(name, email: "\(name)@example.com", name: name.capitalized, password: nil)
                try change.join(name, organization, as: roles)
            }
            try change.beginSession(
                secret, digest: PeopleService.digest(of: secret), of: name, .command, agent: "test",
                isConfirmed: isConfirmed)
        }
        return secret
    }

    /// Whether the audit log gets this many failed attempts to sign in, which are noted after the answers.
    func failures(_ count: Int) async throws -> Bool {
        let end = ContinuousClock.now.advanced(by: Waiting.limit)
        while true {
            let found = try await people.store.read {
                var filter = AuditFilter()
                filter.action = .failToSignIn
                return try AuditLog.entries(filter, before: nil, limit: 100, $0.session).count
            }
            if found == count || ContinuousClock.now > end { return found == count }
            try await Task.sleep(for: .milliseconds(20))  // sleep: the pause of a poll
        }
    }

    /// Sends JSON.
    @discardableResult
    func send(_ method: String, _ path: String, as token: String?, _ json: String?) async throws -> Answer {
        try await send(method, path, token: token, body: json.map { Data($0.utf8) }, host: nil)
    }

    /// The texts of the mails that were sent, the last one last.
    func mails() throws -> [String] {
        let folder = directory.url.appending(path: "outbox/new")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.map { name in
            let file = folder.appending(path: name)
            let made = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            return (made ?? .distantPast, String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The secret in the mail that was sent last.
    func mailedSecret(_ prefix: String) throws -> String? {
        guard let mail = try mails().last, let start = mail.range(of: "\r\n\r\n") else { return nil }
        let body = mail[start.upperBound...]
        let isEncoded = mail.contains("Content-Transfer-Encoding: base64")
        let encoded = Data(base64Encoded: String(body.filter { !$0.isWhitespace && !$0.isNewline })) ?? Data()
        let text = isEncoded ? String(decoding: encoded, as: UTF8.self) : String(body)
        return text.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.hasPrefix(prefix) }
    }
}
