import AtollCenterAPI
import Foundation

/// The texts of notices by mail.
package enum NoticeMail {
    package static let maximumLines = 100

    /// Returns a mail about one or more notices.
    package static func mail(about notices: [Notice], to address: String, at center: String) -> Mail {
        let lines = notices.prefix(maximumLines).map { line(about: $0, at: center) }
        let more = notices.count > maximumLines ? "\n… and \(notices.count - maximumLines) more.\n" : ""
        let subject =
            notices.count == 1
            ? notices.first.map(title) ?? "" : "\(notices.count) things happened at the Mini App Center"
        return Mail(
            to: address, subject: subject,
            text: lines.joined(separator: "\n\n") + "\n\(more)\nChoose which mails you get: \(center)/notices\n")
    }

    private static func line(about notice: Notice, at center: String) -> String {
        let entry = notice.entry
        // Texts of people are not sent: they are read where they were written.
        let place = entry.miniApp.map { id in
            if [.problemReported, .harmReported].contains(notice.kind) { return "\(center)/miniapps/\(id)/feedback" }
            return entry.code.map { "\(center)/miniapps/\(id)/versions/\($0)" } ?? "\(center)/miniapps/\(id)"
        }
        let keys = entry.organization.flatMap { [.keysAsked, .keysDecided].contains(notice.kind) ? $0 : nil }
        let other = keys.map { "\(center)/organizations/\($0)#publisher-keys" }
        return title(notice) + "\n"
            + (place ?? other ?? (notice.kind.isSecurity ? "\(center)/account" : "\(center)/notices"))
    }

    /// Describes the event in one line.
    package static func title(_ notice: Notice) -> String {
        let entry = notice.entry
        let version = "\(entry.miniApp ?? "a mini app")\(entry.code.map { " \($0)" } ?? "")"
        return switch notice.kind {
        case .waitingForReview: "\(version) waits for a review"
        case .claimed: "A reviewer has claimed \(version)"
        case .comment: "There is a new comment on \(version)"
        case .question: "There is a new question about \(version)"
        case .mustChange: "A reviewer requested changes to \(version)"
        case .rejected: "\(version) was rejected"
        case .approved: "\(version) was approved"
        case .scheduled: "The release of \(version) was scheduled"
        case .started: "The release of \(version) has started"
        case .step: "\(version) reaches more users"
        case .held: "The release of \(version) is held"
        case .completed: "\(version) is live for all users"
        case .withdrawn: "\(version) was withdrawn"
        case .back: "Users go back to \(version)"
        case .quarantined:
            entry.action == AuditAction.quarantine.rawValue
                ? "\(version) is in quarantine" : "\(version) is out of quarantine"
        case .grantAsked: "\(entry.subject ?? "An organization") asks to publish in \(entry.superApp ?? "a super app")"
        case .grantDecided:
            entry.action == AuditAction.giveGrant.rawValue
                ? "You may publish in \(entry.superApp ?? "a super app")"
                : "You may no longer publish in \(entry.superApp ?? "a super app")"
        case .keysAsked: "\(entry.organization ?? "An organization") wants to sign with other keys"
        case .keysDecided:
            entry.action == AuditAction.takeKeysIn.rawValue
                ? "The review team has signed the keys of \(entry.organization ?? "your organization")"
                : "The keys that \(entry.organization ?? "your organization") asked for were refused"
        case .webhookFailed: "A webhook was turned off, because deliveries failed too often"
        case .problemReported: "A user has reported a problem with \(version)"
        case .harmReported: "A user says that \(version) misleads or harms people"
        case .newDevice: "Your account was used to sign in on a new device"
        case .password: "The password of your account was changed"
        case .secondFactor: "The second factor of your account was changed or used"
        case .key: "An API key was made in your name"
        case .role where entry.organization == "platform": "Your roles at the Center itself have changed"
        case .role: "Your roles in \(entry.organization ?? "an organization") have changed"
        }
    }
}
