import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Names in the audit log")
struct AuditNamesTests {
    @Test(
        "A reader is told the names of their own organization's people, and of nobody else's",
        arguments: BackEnd.allCases)
    func names(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let all: Set = ["ada", "rita", "dev", "ora", "operator", "", "nobody"]
            func names(_ caller: Caller) async throws -> [String: String] {
                try await bench.store.read { try $0.names(of: all, visibleTo: caller) }
            }
            #expect(try await names(.test("ada")) == ["ada": "Ada", "rita": "Rita"])
            #expect(try await names(.test("ora")) == ["dev": "Dev", "ora": "Ora"])
            #expect(try await names(.test("stranger")).isEmpty)
            #expect(try await names(.operator).count == 4)
            #expect(try await bench.store.read { try $0.names(of: [], visibleTo: .operator) }.isEmpty)
        }
    }
}
