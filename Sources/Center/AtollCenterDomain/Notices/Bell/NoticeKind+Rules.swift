import AtollCenterAPI
import AtollPackages

extension NoticeKind {
    /// Whether the kind can't be turned off: an attacker would turn it off first.
    package var isSecurity: Bool {
        switch self {
        case .newDevice, .password, .secondFactor, .key, .role: true
        default: false
        }
    }

    /// Notices that are mailed immediately, each in a separate mail. Only the account itself, or a person who knows its
    /// password, can cause them. Changed roles are not among them: others can change roles any number of times.
    package var isUrgent: Bool {
        switch self {
        case .newDevice, .password, .secondFactor, .key: true
        default: false
        }
    }

    /// The default: immediate mail for what is urgent or concerns security.
    package var usualMode: Mode {
        switch self {
        case .newDevice, .password, .secondFactor, .key, .role, .rejected, .mustChange, .held, .quarantined,
            .webhookFailed, .withdrawn, .harmReported, .keysDecided:
            .now
        case .waitingForReview, .question, .approved, .grantAsked, .grantDecided, .keysAsked, .problemReported: .daily
        case .claimed, .comment, .scheduled, .started, .step, .completed, .back: .off
        }
    }

    /// The kind of notice that a row of the audit log makes, or nil.
    package init?(_ entry: AuditEntry) {
        guard let action = AuditAction(rawValue: entry.action) else { return nil }
        self.init(action, after: entry.after)
    }

    private init?(_ action: AuditAction, after: String?) {
        switch action {
        case .submitVersion: self = .waitingForReview
        case .claimReview: self = .claimed
        case .comment:
            self = after == "mustChange" ? .mustChange : after == "question" ? .question : .comment
        case .reject: self = .rejected
        case .versionApproved: self = .approved
        case .scheduleRelease: self = .scheduled
        case .startRelease: self = .started
        case .stepRelease: self = .step
        case .holdRelease: self = .held
        case .completeRelease: self = .completed
        case .withdrawRelease: self = .withdrawn
        case .goBack: self = .back
        case .quarantine, .endQuarantine: self = .quarantined
        case .askForGrant: self = .grantAsked
        case .giveGrant, .takeGrant: self = .grantDecided
        case .askForKeys: self = .keysAsked
        case .refuseKeys, .takeKeysIn: self = .keysDecided
        case .failWebhook: self = .webhookFailed
        case .reportProblem:
            self = after == ProblemReport.Kind.harmful.rawValue ? .harmReported : .problemReported
        case .signInOnNewDevice: self = .newDevice
        case .changePassword, .resetPassword: self = .password
        case .addSecondFactor, .removeSecondFactor, .useRecoveryCode: self = .secondFactor
        case .createKey: self = .key
        case .changeRoles: self = .role
        default: return nil
        }
    }

    /// The actions that make notices.
    package static let actions = Set(AuditAction.allCases.filter { NoticeKind($0, after: nil) != nil })
}
