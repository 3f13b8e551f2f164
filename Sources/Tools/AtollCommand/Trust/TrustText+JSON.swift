import AtollPackages
import AtollTrust
import Foundation
import SignedJSON
import TUF

extension TrustText {
    /// A role as JSON for programs, with who has signed it and who has not.
    static func json(of status: TUFSigningStatus) -> JSONValue {
        let groups = status.groups.map { group in
            JSONValue.object([
                "signed": .strings(group.signed), "unsigned": .strings(group.unsigned),
                "missing": .integer(group.missing),
            ])
        }
        return .object([
            "role": .string(status.role), "version": .integer(status.version), "expires": .time(status.expires),
            "groups": .array(groups),
        ])
    }

    /// The signers who have signed a change and those who have not, as JSON members for programs.
    static func members(of statuses: [TUFSigningStatus]) -> [ExactString: JSONValue] {
        ["isComplete": .bool(statuses.allSatisfy(\.isComplete)), "roles": .array(statuses.map(json(of:)))]
    }

    /// A role as JSON for programs, with its expiry.
    static func json(of status: TUFRoleStatus) -> JSONValue {
        .object([
            "role": .string(status.role), "version": .integer(status.version), "expires": .time(status.expires),
        ])
    }

    /// A publisher as JSON for programs.
    static func json(of file: PublisherFile) -> JSONValue {
        var floors: [ExactString: JSONValue] = [:]
        for (app, floor) in file.floors { floors[ExactString(app.rawValue)] = .integer(floor) }
        return .object([
            "id": .string(file.publisher.rawValue), "threshold": .integer(file.threshold),
            "keys": .strings(file.keys.keys.sorted()), "floors": .object(floors),
        ])
    }

    /// A publisher as text for people.
    static func lines(of file: PublisherFile) -> [String] {
        ["\(file.publisher)  \(file.threshold) of \(file.keys.keys.sorted().joined(separator: ", "))"]
            + file.floors.sorted { $0.key < $1.key }.map { "  \($0.key) from \($0.value)" }
    }

    /// Prints that a change was published.
    static func say(published roles: [String], _ options: TrustOptions) {
        options.result.show(
            ["isPublished": .bool(true), "roles": .strings(roles)], "Published: \(TrustRoles.names(of: roles)).")
    }
}
