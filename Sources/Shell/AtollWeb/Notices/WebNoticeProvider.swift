import AtollPackages
import AtollRuntime
import Foundation
import Logging

/// Shows the notices of mini apps on the shell's pages.
struct WebNoticeProvider: NoticeProvider {
    let notices: NoticeStore
    let sessions: SessionStore
    let logger: Logger

    func schedule(_ notice: MiniAppNotice, _ context: BridgeContext) async throws(BridgeError) {
        let isAdded = try await storing { try await notices.schedule(notice, of: context.miniApp, for: user(context)) }
        guard isAdded else {
            throw BridgeError(
                .quotaExceeded, "A mini app has at most \(NoticeStore.maximumPerMiniApp) notices.")
        }
    }

    func cancel(_ id: String, _ context: BridgeContext) async throws(BridgeError) {
        try await storing { try await notices.cancel(id, of: context.miniApp, for: user(context)) }
    }

    func badge(_ count: Int, _ context: BridgeContext) async throws(BridgeError) {
        try await storing { try await notices.setBadge(count, of: context.miniApp, for: user(context)) }
    }

    private func user(_ context: BridgeContext) async throws -> String {
        guard let id = SHA256Hash(hex: context.session), let session = await sessions.session(id) else {
            throw ShellError.signedOut
        }
        return session.user
    }

    private func storing<Value: Sendable>(_ body: () async throws -> Value) async throws(BridgeError) -> Value {
        do {
            return try await body()
        } catch {
            logger.error("A notice could not be stored.", metadata: ["error": "\(error)"])
            throw BridgeError(.internal, "The notice could not be stored.")
        }
    }
}
