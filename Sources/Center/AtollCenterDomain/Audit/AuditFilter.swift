import AtollCenterAPI
import SQLStatements

/// The rows of the audit log that a reader asks for, and those that they may see.
package struct AuditFilter: Hashable, Sendable {
    package var organization: String?
    package var superApp: String?
    package var miniApp: String?
    /// A version of it, by code.
    package var code: Int?
    /// An account, an API key or a trusted publisher.
    package var actor: String?
    package var action: AuditAction?
    package var subject: String?
    /// From and up to this time, in milliseconds since 1970.
    package var from: Int?
    package var to: Int?
    /// Only rows about one of these, or nil for all: what the reader may see.
    package var visible: Visible?

    /// The rows that a reader may see: those about any of these.
    package struct Visible: Hashable, Sendable {
        package var organizations: [String] = []
        /// Organizations, of which rows about mini apps may be seen.
        package var miniAppsOf: [String] = []
        package var superApps: [String] = []
        package var miniApps: [String] = []
        package var actors: [String] = []

        package init(
            organizations: [String] = [], miniAppsOf: [String] = [], superApps: [String] = [],
            miniApps: [String] = [], actors: [String] = []
        ) {
            self.organizations = organizations
            self.miniAppsOf = miniAppsOf
            self.superApps = superApps
            self.miniApps = miniApps
            self.actors = actors
        }
    }

    package init() {}

    package var conditions: [SQLFragment] {
        var conditions: [SQLFragment] = []
        if let organization { conditions.append("organization = \(.text(organization))") }
        if let superApp { conditions.append("super_app = \(.text(superApp))") }
        if let miniApp { conditions.append("mini_app = \(.text(miniApp))") }
        if let code { conditions.append("code = \(.integer(code))") }
        if let actor { conditions.append("actor = \(.text(actor))") }
        if let action { conditions.append("action = \(.text(action.rawValue))") }
        if let subject { conditions.append("subject = \(.text(subject))") }
        if let from { conditions.append("time >= \(.integer(from))") }
        if let to { conditions.append("time < \(.integer(to))") }
        if let visible {
            let columns: [(SQLFragment, [String])] = [
                ("organization", visible.organizations), ("mini_app", visible.miniApps), ("actor", visible.actors),
                ("mini_app IS NOT NULL AND organization", visible.miniAppsOf),
                ("super_app", visible.superApps),
            ]
            let ways = columns.filter { !$1.isEmpty }.map { column, values -> SQLFragment in
                let list = Set(values).sorted().map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
                return "(\(column) IN (\(list)))"
            }
            conditions.append(ways.isEmpty ? "1 = 0" : "(" + ways.joined(separator: " OR ") + ")")
        }
        return conditions
    }
}
