import AtollPackages
import Foundation

/// The pending changes that are announced to devices in one turn.
package struct ReleaseWork: Sendable {
    package let miniApps: [DueMiniApp]
    package let targets: [DueTarget]
    /// Mini apps that are due, and whose rows can't be read, with the reasons.
    package let unreadable: [MiniAppID: String]

    /// How many mini apps, and how many other targets, are announced in one turn.
    package static let maximum = 100

    package init(miniApps: [DueMiniApp], targets: [DueTarget], unreadable: [MiniAppID: String] = [:]) {
        self.miniApps = miniApps
        self.targets = targets
        self.unreadable = unreadable
    }

    package var isEmpty: Bool { miniApps.isEmpty && targets.isEmpty }

    /// Reads the pending changes of each of these mini apps. One that can't be read does not delay the others.
    package static func reading<Row>(
        _ rows: [Row], _ id: (Row) throws -> MiniAppID, _ read: (MiniAppID, Row) throws -> DueMiniApp
    ) rethrows -> (miniApps: [DueMiniApp], unreadable: [MiniAppID: String]) {
        var (miniApps, unreadable): ([DueMiniApp], [MiniAppID: String]) = ([], [:])
        for row in rows {
            let id = try id(row)
            do { miniApps.append(try read(id, row)) } catch { unreadable[id] = "\(error)" }
        }
        return (miniApps, unreadable)
    }
}
