import AtollPackages
import Foundation
import SignedJSON

/// A release that devices get, as `atoll monitor` shows it.
struct LiveRelease {
    let app: MiniAppID
    /// The statement that the publisher has signed, or `nil` for a withdrawn version that its present keys have not
    /// signed.
    var statement: ReleaseStatement?
    /// How many of 10,000 devices get it.
    var permyriad = 0
    var isWithdrawn = true

    /// For people.
    var line: String {
        guard let statement else { return "\(app)  an earlier version  withdrawn" }
        return "\(app)  \(statement.version.name) (code \(statement.version.code))  floor \(statement.floor)  "
            + "\(Double(permyriad) / 100) %  until \(Timestamp.text(statement.expires).prefix(10))"
            + (isWithdrawn ? "  withdrawn" : "")
    }

    /// For programs.
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
