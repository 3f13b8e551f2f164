import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// Tests the routes that need a signed statement or a published version. ``RouteMatrixTests`` has neither.
@Suite("Publishing and the matrix")
struct PublishingMatrixTests {
    private static let app = MiniAppID("com.example.sample")!

    /// A member that sends a request.
    private struct Sender {
        let name: String
        let role: Role
        let organization: String
        let isSuspended: Bool
        let token: String
    }

    /// An active and a suspended member for each role, in the organization of the mini app and in another one.
    private static func senders(_ home: String, _ center: TestCenter) async throws -> [Sender] {
        var senders: [Sender] = []
        for role in Role.allCases {
            for organization in role == .platformAdministrator ? ["platform"] : [home, "other"] {
                for isSuspended in [false, true] {
                    let name = "\(role.rawValue)-\(organization)-\(isSuspended)".lowercased()
                    let token = try await center.session(name, of: organization, as: [AssignedRole(role)])
                    if isSuspended {
                        try await center.execute("UPDATE member SET is_suspended = 1 WHERE account = '\(name)'")
                    }
                    senders.append(
                        Sender(
                            name: name, role: role, organization: organization, isSuspended: isSuspended, token: token))
                }
            }
        }
        return senders
    }

    @Test(
        "Members can upload, sign again and withdraw as the matrix permits, and suspended members can't",
        arguments: BackEnd.sample(0))
    func walk(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.example")
            #expect(try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: 1)).status == 201)
            let subject = try await center.people.store.read { try $0.subject(of: Self.app) }
            let home = try #require(subject.organization)
            for id in ["other", "platform"] { try await center.organization(id, publisher: "com.\(id)") }
            let publisher = PublishingClient(center: center.address, apiKey: center.apiKey)
            var code = 1
            var statuses: [String: Set<Int>] = [:]
            for sender in try await Self.senders(home, center) {
                let person = try await center.people.store.read { try $0.person(sender.name) }
                let isKnown = [Action.readVersions, .readOrganization].contains {
                    PermissionMatrix.allows($0, of: subject, to: person)
                }
                func check(_ action: Action, _ answer: TestCenter.Answer, _ success: Int) {
                    let isAllowed = PermissionMatrix.allows(action, of: subject, to: person)
                    #expect(!(isAllowed && sender.isSuspended))
                    let expected = isAllowed ? success : isKnown ? 403 : 404
                    let body = String(decoding: answer.body.prefix(600), as: UTF8.self)
                    #expect(answer.status == expected, "\(action.rawValue) as \(sender.name): \(body)")
                    if expected == 403 {
                        let roles = PermissionMatrix.roles(for: action).map { "\"\($0.rawValue)\"" }
                        #expect(body.contains("\"roles\":[\(roles.joined(separator: ","))]"), "\(body)")
                    }
                    statuses[action.rawValue, default: []].insert(answer.status)
                }
                code += 1
                let upload = try await center.upload(
                    SampleMiniApp(id: Self.app.rawValue, code: code), key: sender.token)
                check(.uploadVersions, upload, 201)
                let last = try #require(try await publisher.published(Self.app).statements.first)
                let statement = try SignedStatement(signing: last, by: [center.trust.publisherKey.signer])
                let resigned = try await center.send(
                    "PUT", "/v1/miniapps/\(Self.app)/statement", token: sender.token, statement: statement)
                check(.uploadVersions, resigned, 204)
                let withdrawn = try await center.send(
                    "POST", "/v1/miniapps/\(Self.app)/versions/1/withdraw", as: sender.token,
                    #"{"reason": "It crashes.", "isDryRun": true}"#)
                check(.withdrawRelease, withdrawn, 200)
            }
            #expect(statuses["\(Action.withdrawRelease.rawValue)"] == [200, 403, 404])
            #expect(statuses["\(Action.uploadVersions.rawValue)"] == [201, 204, 403, 404])
        }
    }
}
