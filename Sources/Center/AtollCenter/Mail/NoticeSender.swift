import AtollCenterDomain

/// Sends mail.
package protocol NoticeSender: Sendable {
    /// Hands a mail over. It is on its way when this returns, or safely stored.
    func send(_ mail: Mail) async throws
}
