import AtollPackages
import DurableFiles
import Foundation

/// How the versions of a mini app have run on this device, or for one of its users.
struct RunHistory: Codable, Hashable {
    /// The version that ran well last.
    var good: Int?
    /// A version that was started and has not said yet that it is ready.
    var pending: Int?
    /// A version that did not become ready, and how often.
    var failing: Int?
    var failures = 0
    /// The version that did not become ready too often: it is not run again.
    var setAside: Manifest.Version?
    /// The version that was opened last.
    var opened: Manifest.Version?
    /// The version code that the operator and the publisher last agreed on here. What the cache has beyond it is not run: it was taken
    /// back, or a thief's.
    var accepted: Int?
    /// For which users of a shared device the newest version has run; only in the device's own history.
    var tally: RunTally?

    /// After so many starts without success a version is set aside.
    static let tolerated = 2

    mutating func start(_ code: Int) {
        // One that ran well is trusted.
        if code != good { pending = code }
    }

    mutating func becomeReady(_ code: Int) {
        if pending == code { pending = nil }
        if failing == code { (failing, failures) = (nil, 0) }
        if setAside?.code == code { setAside = nil }
        good = code
    }

    mutating func fail(_ version: Manifest.Version) {
        guard pending == version.code else { return }
        pending = nil
        failures = failing == version.code ? failures + 1 : 1
        failing = version.code
        if failures >= Self.tolerated { setAside = version }
    }
}
