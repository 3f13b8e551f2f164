import AtollPackages
import Foundation
import SignedJSON

/// A release that devices receive, as `atoll monitor` shows it.
struct LiveRelease {
    let app: MiniAppID
    /// The publisher's statement, or nil for a withdrawn version that its present keys have not signed.
    var statement: ReleaseStatement?
    /// The number of devices in 10,000 that receive it.
    var permyriad = 0
    var isWithdrawn = true

    /// The release as text for people.
    var line: String {
        guard let statement else { return "\(app)  an earlier version  withdrawn" }
        return "\(app)  \(statement.version.name) (code \(statement.version.code))  floor \(statement.floor)  "
            + "\(Double(permyriad) / 100) %  until \(Timestamp.text(statement.expires).prefix(10))"
            + (isWithdrawn ? "  withdrawn" : "")
    }

    /// The release as JSON for programs.
    var json: JSONValue {
        var members: [ExactString: JSONValue] = ["id": .string(app.rawValue), "isWithdrawn": .bool(isWithdrawn)]
        if let statement {
            members["version"] = .version(statement.version)
            members["floor"] = .integer(statement.floor)
            members["permyriad"] = .integer(permyriad)
            members["expires"] = .time(statement.expires)
        }
        return .object(members)
    }
}
