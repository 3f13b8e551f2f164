import AtollPackages
import Foundation

/// Values by the digests of the codes for which they were issued, of which each user has a limited number.
///
/// Codes must be added in the order in which they are forgotten. Adding one takes as long as what it makes others be forgotten,
/// however many there are.
struct ExpiringCodes<Value> {
    private struct Entry {
        var value: Value
        let user: String
        let forgotten: Date
    }

    private var entries: [SHA256Hash: Entry] = [:]
    /// The codes in the order in which they are forgotten; those before `first` are.
    private var order: [SHA256Hash] = []
    private var first = 0
    private var codesOfUsers: [String: [SHA256Hash]] = [:]

    /// The value of a code, or nil if there is none. Assigning changes a value that is there, and nothing else.
    subscript(code: SHA256Hash) -> Value? {
        get { entries[code]?.value }
        set { if let newValue { entries[code]?.value = newValue } }
    }

    /// The number of all codes.
    var count: Int { entries.count }

    /// The values of a user's codes, the oldest first.
    func values(of user: String) -> [Value] { (codesOfUsers[user] ?? []).compactMap { entries[$0]?.value } }

    /// Adds a code.
    mutating func add(_ value: Value, for code: SHA256Hash, of user: String, until forgotten: Date) {
        entries[code] = Entry(value: value, user: user, forgotten: forgotten)
        codesOfUsers[user, default: []].append(code)
        order.append(code)
    }

    /// Removes the codes whose time has come.
    mutating func forget(at time: Date) {
        while first < order.count, let entry = entries[order[first]], entry.forgotten <= time {
            entries[order[first]] = nil
            codesOfUsers[entry.user]?.removeFirst()
            if codesOfUsers[entry.user]?.isEmpty == true { codesOfUsers[entry.user] = nil }
            first += 1
        }
        if first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}
