import AtollTrust
import Foundation
import SignedJSON
import TUF

/// Describes changes that are signed offline.
enum TrustText {
    /// A line for each role; publishers' bins with the same status share one.
    static func lines(of statuses: [TUFSigningStatus], names: [String: String]) -> [String] {
        var lines: [String] = []
        var bins: [String: Int] = [:]
        for status in statuses {
            let signatures = status.groups.map { text(of: $0, names) }
            let said =
                Set(signatures).count == 1 ? signatures[0] : "before: \(signatures[0]); from now on: \(signatures[1])"
            let line = "until \(Timestamp.text(status.expires).prefix(10))  \(said)"
            if TrustRoles.isPublisherBin(status.role) {
                if bins.updateValue((bins[line] ?? 0) + 1, forKey: line) == nil { lines.append(line) }
            } else {
                lines.append("\(status.role)  version \(status.version)  \(line)")
            }
        }
        return lines.map { line in bins[line].map { "\(TrustRoles.count(ofBins: $0))  \(line)" } ?? line }
    }

    private static func text(of group: TUFSigningStatus.Group, _ names: [String: String]) -> String {
        func name(_ id: String) -> String { names[id].map { "\($0) (\(id.prefix(32)))" } ?? String(id.prefix(32)) }
        let have = group.signed.isEmpty ? "no one" : group.signed.map(name).joined(separator: ", ")
        let still = "\(group.missing) more of \(group.unsigned.map(name).joined(separator: ", "))"
        return "signed by \(have)" + (group.missing > 0 ? "; missing: \(still)" : "")
    }

    /// Prints who has signed a change, and the next step.
    static func say(_ statuses: [TUFSigningStatus], in file: URL, _ options: TrustOptions) {
        guard !options.result.json else {
            var members = members(of: statuses)
            members["isPublished"] = .bool(false)
            members["file"] = .string(file.path)
            return options.result.show(members, lines: [])
        }
        for line in lines(of: statuses, names: (try? options.ring.names) ?? [:]) { print(line) }
        let isFirst = !TUFRepository.exists(in: options.repository)
        let name = file.lastPathComponent
        if !statuses.allSatisfy(\.isComplete) {
            let isBegun = statuses.contains { $0.groups.contains { !$0.signed.isEmpty } }
            print(
                """
                \(isBegun ? "Signed, but not yet by everyone required." : "Nothing is signed yet.") Bring \(file.path) \
                to the next signer, who runs: atoll trust sign \(name)\(isFirst ? "" : " --data copy")
                """)
        } else if isFirst {
            print(
                "Everyone required has signed. Bring \(file.path) to the Center, and run there: "
                    + "atoll trust accept \(name) --data center"
            )
        } else {
            print(
                """
                Everyone required has signed. Put \(file.path) into repository/incoming at the Center, which accepts \
                it within the hour, or run there: atoll trust accept \(name) --data center
                """)
        }
    }
}
