import AtollPackages
import AtollRuntime
import Foundation

/// Sends messages as notices, for a super app without its own messages.
struct MessagesAsNotices: MessageProvider {
    let notices: NoticeStore
    let users: any UserDirectory

    func send(_ message: UserMessage, from user: String) async -> Bool {
        guard let sender = try? await users.user(id: user) else { return false }
        let notice = MiniAppNotice(
            id: "message \(UUID().uuidString)", date: Date(),
            title: "A message from \(sender.name)".prefix(100).description,
            body: message.text, path: message.path)
        return (try? await notices.schedule(notice, of: message.miniApp, for: message.recipient, from: user))
            ?? false
    }
}
