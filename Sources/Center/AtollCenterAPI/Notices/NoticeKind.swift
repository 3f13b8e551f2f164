/// What somebody is told of, without having to look for it.
package enum NoticeKind: String, Codable, Hashable, Sendable, CaseIterable {
    case waitingForReview, claimed, comment, question, mustChange, rejected, approved
    case scheduled, started, step, held, completed, withdrawn, back, quarantined
    case grantAsked, grantDecided, keysAsked, keysDecided, webhookFailed, problemReported, harmReported
    /// What concerns the security of the account itself.
    case newDevice, password, secondFactor, key, role

    /// How somebody is told besides the bell.
    package enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
        case off, daily, now
    }
}
