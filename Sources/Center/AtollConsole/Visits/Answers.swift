/// What the Center's routes answer, as far as pages show it.
enum Answers {
    struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
        let items: [Item]
        let next: String?
    }

    struct Role: Decodable, Sendable {
        let role: String
        let only: String?
    }

    struct Account: Decodable, Sendable {
        struct Membership: Decodable, Sendable {
            let organization: String
            let roles: [Role]
        }
        let id: String
        let email: String
        let name: String
        let hasSecondFactor: Bool
        let organizations: [Membership]

        func has(_ role: String) -> Bool { organizations.contains { $0.roles.contains { $0.role == role } } }
    }

    struct Session: Decodable, Sendable {
        let id: String
        let kind: String
        let agent: String
        let created: Int
        let seen: Int
        let isThis: Bool
    }

    struct Organization: Decodable, Sendable {
        let id: String
        let name: String
        let publisher: String?
        let ownsSuperApps: Bool
        let needsSecondFactor: Bool
        let isClosed: Bool
        let revision: Int
    }

    struct Member: Decodable, Sendable {
        let account: String
        let name: String
        let email: String
        let roles: [Role]
        let isSuspended: Bool
        let hasSecondFactor: Bool
        let joined: Int
    }

    struct Invitation: Decodable, Sendable {
        let id: String
        let email: String?
        let roles: [Role]
        let state: String
        let created: Int
        let expires: Int
    }

    struct Key: Decodable, Sendable {
        let id: String
        let name: String
        let scopes: [String]
        let ids: [String]
        let created: Int
        let expires: Int
        let used: Int?
    }

    struct NewKey: Decodable, Sendable { let text: String }

    struct MiniAppSummary: Decodable, Sendable {
        let id: String
        let superApp: String?
        let quarantine: String?
        let live: Int?
        let partial: Int?
        let next: Int?
    }

    struct MiniApp: Decodable, Sendable {
        let publisher: String
        let superApp: String?
    }

    struct SuperApp: Decodable, Sendable {
        struct Policy: Decodable, Sendable {
            let approvals: Int
            let publisherReleases: Bool
            let selfReview: Bool
            let needsBrowserChecks: Bool
        }
        let id: String
        let organization: String
        let name: String
        let isDisabled: Bool
        let policy: Policy
        let revision: Int
    }

    struct HostVersion: Decodable, Sendable {
        let platform: String
        let version: String
        let apiLevel: Int
        let isEnabled: Bool
        let created: Int
    }

    struct Grant: Decodable, Sendable {
        let organization: String
        let state: String
        let comment: String
        let changed: Int
        let needsReview: Bool
    }

    struct Version: Decodable, Sendable {
        let miniApp: String
        let code: Int
        let name: String
        let title: String
        let superApp: String?
        let publisher: String
        let state: String
        let revision: Int
        let uploaded: Int
        let changed: Int
        let uploader: String
        let notes: String
        let release: String
        let starts: Int?
        let reviewer: String?
        let approvals: Int
        let approvalsNeeded: Int
        let addedCriticalPermissions: [String]
        let hasFiles: Bool
        let permyriad: Int
        let groups: [String]
        let stepTime: Int?
        let comment: String
        let quarantine: String?
        let allowed: [String]
        let isAnnounced: Bool
    }

    struct Checks: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            let key: String
            let code: String
            let severity: String
            let path: String?
            let line: Int?
            let excerpt: String
            let text: String
            let advice: String
            let accepted: String?
        }
        let isChecked: Bool
        let base: Int?
        let findings: [Item]
    }

    struct Difference: Decodable, Sendable {
        struct Fact: Decodable, Sendable {
            let kind: String
            let name: String
            let before: String?
            let after: String?
            let isCritical: Bool
        }
        struct File: Decodable, Sendable {
            let path: String
            let state: String
            let lengthBefore: Int
            let lengthAfter: Int
        }
        struct Rejected: Decodable, Sendable {
            let code: Int
            let name: String
        }
        let base: Int?
        let baseName: String?
        let rejected: Rejected?
        let facts: [Fact]
        let files: [File]
    }

    struct FileDifference: Decodable, Sendable {
        struct Piece: Decodable, Sendable {
            let text: String
            let isChanged: Bool
        }
        struct Line: Decodable, Sendable {
            let before: Int?
            let after: Int?
            let pieces: [Piece]
        }
        struct Hunk: Decodable, Sendable { let lines: [Line] }
        let path: String
        let isText: Bool
        let isBroken: Bool
        let isCut: Bool
        let lineEndsBefore: String?
        let lineEndsAfter: String?
        let rows: Int
        let from: Int
        let hunks: [Hunk]
    }

    struct Comment: Decodable, Sendable {
        let id: String
        let code: Int
        let kind: String
        let answers: String?
        let path: String?
        let line: Int?
        let lineText: String
        let body: String
        let authorName: String?
        let isOwn: Bool
        let created: Int
        let resolved: Int?
    }

    struct FeaturedPeriod: Decodable {
        let miniApp: String
        let from: String
        let to: String
        let state: String
    }

    struct Count: Decodable {
        let count: Int
    }

    struct Notice: Decodable {
        let number: Int
        let time: Int
        let kind: String
        let isRead: Bool
        let action: String
        let actorName: String?
        let organization: String?
        let superApp: String?
        let miniApp: String?
        let code: Int?
        let title: String?
        let versionName: String?
        let subject: String?
    }

    struct NoticeSettings: Decodable {
        struct Item: Decodable {
            let kind: String
            let mode: String
            let isFixed: Bool?
        }
        let items: [Item]
    }

    struct UserReport: Decodable, Sendable {
        let id: String
        let superApp: String
        let code: Int
        let platform: String
        let kind: String
        let text: String
        let reported: String
        let state: String
        let answer: String?
        let mayDecide: Bool
        let decider: String?
        let deciderName: String?
        let decided: Int?
    }

    struct Ratings: Decodable, Sendable {
        struct Stars: Decodable, Sendable {
            let average: Double
            let count: Int
            let counts: [Int]
        }
        struct Version: Decodable, Sendable {
            let code: Int
            let average: Double
            let count: Int
        }
        let all: Stars?
        let versions: [Version]
    }

    struct UsageMessage: Decodable, Sendable {
        let code: Int
        let message: String
        let count: Int
        let last: String
    }

    struct Preview: Decodable {
        let id: String
        let expires: Int
        let opens: Int
        let opened: Int
    }

    struct NewPreview: Decodable {
        struct Link: Decodable {
            let superApp: String
            let address: String
        }

        let code: String
        let links: [Link]
    }

    struct Webhook: Decodable {
        let id: String
        let address: String
        let about: String?
        let actions: [String]
        let isOn: Bool
        let number: Int
        let failures: Int
        let next: Int
        let message: String
    }

    struct NewWebhook: Decodable {
        let secret: String
    }

    struct Pictures: Decodable {
        struct Picture: Decodable {
            let page: String
            let look: String
        }
        let state: String
        let message: String
        let unopened: Int
        let hasBrowser: Bool
        let pictures: [Picture]
    }

    struct Viewed: Decodable, Sendable { let paths: [String] }

    struct HistoryEntry: Decodable, Sendable {
        let time: Int
        let actorKind: String
        let actorName: String?
        let via: String
        let action: String
        let after: String?
        let comment: String?
    }

    struct AuditEntry: Decodable, Sendable {
        let number: Int
        let time: Int
        let actorKind: String
        let actor: String
        let actorName: String?
        let via: String
        let action: String
        let organization: String?
        let superApp: String?
        let miniApp: String?
        let code: Int?
        let subject: String?
        let before: String?
        let after: String?
        let comment: String?
    }

    struct Usage: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            let day: String
            let code: Int
            let name: String
            let count: Int?
            let fewerThan: Int?
        }
        let items: [Item]
    }
}
