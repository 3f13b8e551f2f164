import Foundation
import Logging
import Testing

@testable import AtollWeb

@Suite("Users whose accounts have lapsed")
struct LapsedUserTests {
    private actor Registry: UserRegistry {
        private(set) var lapsed = ["u-1", "u-2"]

        func lapsedUsers() -> [User] { lapsed.map { User(id: $0, name: $0, roles: []) } }
        func removeLapsed(_ ids: Set<String>) { lapsed.removeAll(where: ids.contains) }

        func user(named name: String, password: String) -> User? { nil }
        func user(id: String) -> User? { nil }
        func register(_ registration: Registration, confirmation: @Sendable (String) -> String) throws -> User {
            throw RegistrationError.full
        }
        func confirm(code: String) -> User? { nil }
        func sendReset(to signInName: String, address: @Sendable (String) -> String) {}
        func reset(code: String, password: String, before: @Sendable (String) async throws -> Void) -> User? { nil }
        func changePassword(
            of id: String, from old: String, to new: String, before: @Sendable (String) async throws -> Void
        ) -> Bool { false }
        func removeAccount(of id: String, password: String, before: @Sendable (String) async throws -> Void) -> Bool {
            false
        }
    }

    private actor Source: UserDataSource {
        private(set) var removed: [String] = []
        private var fails = true

        func files(of user: User) -> [UserDataFile] { [] }

        func removeAll(of user: User) throws {
            if user.id == "u-2", fails {
                fails = false
                throw CocoaError(.fileWriteUnknown)
            }
            removed.append(user.id)
        }
    }

    @Test("What is stored about them is removed before their accounts, and again if that failed")
    func removal() async {
        let (registry, source) = (Registry(), Source())
        let upkeep = LapsedUserUpkeep(registry: registry, sources: [source], logger: Logger(label: "test"))
        await upkeep.removeAll()
        #expect(await source.removed == ["u-1"])
        #expect(await registry.lapsed == ["u-2"], "its data is still there")
        await upkeep.removeAll()
        #expect(await source.removed == ["u-1", "u-2"])
        #expect(await registry.lapsed.isEmpty)
    }
}
