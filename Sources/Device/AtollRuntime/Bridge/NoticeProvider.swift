import Foundation

/// Tells users something for mini apps, now or later.
public protocol NoticeProvider: Sendable {
    /// Tells the user at a time; one with the same id is replaced.
    func schedule(_ notice: MiniAppNotice, _ context: BridgeContext) async throws(BridgeError)
    /// Removes a notice, whether it was shown or not.
    func cancel(_ id: String, _ context: BridgeContext) async throws(BridgeError)
    /// Shows a number beside the mini app; 0 shows none.
    func badge(_ count: Int, _ context: BridgeContext) async throws(BridgeError)
}
