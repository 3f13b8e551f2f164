/// A kind of notice.
package enum NoticeKind: String, Codable, Hashable, Sendable, CaseIterable {
    case waitingForReview, claimed, comment, question, mustChange, rejected, approved
    case scheduled, started, step, held, completed, withdrawn, back, quarantined
    case grantAsked, grantDecided, keysAsked, keysDecided, webhookFailed, problemReported, harmReported
    /// Events that concern the security of the account itself.
    case newDevice, password, secondFactor, key, role

    /// The mail for a kind of notice; the bell has every notice.
    package enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
        case off, daily, now
    }
}
