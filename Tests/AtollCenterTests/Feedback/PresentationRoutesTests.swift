import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter

@Suite("What users see before they open a mini app")
struct PresentationRoutesTests {
    private static let path = "/v1/miniapps/com.example.kudos/presentation"

    @Test("Notes and pictures of a version that was released, for whoever may open it", arguments: BackEnd.allCases)
    func presentation(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.kudos"))
            let digest = SHA256Hash(of: Data("picture".utf8))
            try await center.execute(
                """
                UPDATE version_state SET notes = 'Cake for all.' WHERE mini_app = 'com.example.kudos';
                DELETE FROM version_rendering;
                INSERT INTO version_rendering (mini_app, code, state, since, attempts, findings, unopened, message)
                VALUES ('com.example.kudos', 1, 'done', 0, 1, '[]', 0, '');
                INSERT INTO version_picture (mini_app, code, page, look, number, sha256)
                VALUES ('com.example.kudos', 1, 'pages/a', 'phone-light', 0, '\(digest.hex)')
                """)
            let token = try await center.token()
            let answer = try await center.send("GET", Self.path + "?code=1", token: token)
            let found = try JSONDecoder.center.decode(MiniAppPresentation.self, from: answer.body)
            #expect(
                found
                    == MiniAppPresentation(
                        notes: "Cake for all.",
                        pictures: [.init(page: "pages/a", look: "phone-light", sha256: digest)]))
            for (query, status) in [
                ("", 400), ("?code=0", 400), ("?code=x", 400), ("?code=1&code=1", 400), ("?code=2", 422),
                ("?code=99999999999", 400),
            ] {
                #expect(try await center.send("GET", Self.path + query, token: token).status == status, "\(query)")
            }
            #expect(try await center.send("GET", Self.path + "?code=1").status == 401)
            let other = "/v1/miniapps/com.example.none/presentation?code=1"
            #expect(try await center.send("GET", other, token: token).status == 404)
            // Versions in progress are not revealed.
            try await center.execute("UPDATE version_state SET state = 'draft', permyriad = 0 WHERE code = 1")
            #expect(try await center.send("GET", Self.path + "?code=1", token: token).status == 422)
        }
    }
}
