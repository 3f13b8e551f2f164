import AtollPackages
import DurableFiles
import Foundation

/// How the versions of a mini app have run on this device, or for one of its users.
struct RunHistory: Codable, Hashable {
    /// The code of the version that last ran well.
    var good: Int?
    /// The code of a version that was started and has not become ready yet.
    var pending: Int?
    /// The code of the version that last did not become ready.
    var failing: Int?
    /// How often in a row ``failing`` did not become ready.
    var failures = 0
    /// The version that failed to become ready too often: it does not run again.
    var setAside: Manifest.Version?
    /// The version that was opened last.
    var opened: Manifest.Version?
    /// The version code that the operator and the publisher last agreed on here. Higher versions in the cache do not
    /// run: they were withdrawn, or signed by a thief.
    var accepted: Int?
    /// For which users of a shared device the newest version has run; only in the device's own history.
    var tally: RunTally?

    /// The number of failed starts after which a version is set aside.
    static let tolerated = 2

    mutating func start(_ code: Int) {
        // A version that ran well is trusted.
        if code != good { pending = code }
    }

    mutating func becomeReady(_ code: Int) {
        if pending == code { pending = nil }
        if failing == code { (failing, failures) = (nil, 0) }
        if setAside?.code == code { setAside = nil }
        good = code
    }

    /// The start proved nothing.
    mutating func abandon(_ code: Int) {
        if pending == code { pending = nil }
    }

    mutating func fail(_ version: Manifest.Version) {
        guard pending == version.code else { return }
        pending = nil
        failures = failing == version.code ? failures + 1 : 1
        failing = version.code
        if failures >= Self.tolerated { setAside = version }
    }
}
