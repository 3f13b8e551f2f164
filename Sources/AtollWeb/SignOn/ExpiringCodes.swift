import AtollPackages
import Foundation

/// Values by the digest of a code. Each expires, and both the codes of a user and all codes together are limited.
///
/// - Complexity: Removing expired codes takes O(*n*) in their number, however many others there are.
struct ExpiringCodes<Value> {
    private struct Entry {
        var value: Value
        let user: String
        var forgotten: Date
    }

    private var entries: [SHA256Hash: Entry] = [:]
    /// The codes in the order in which they are forgotten; those before `first` are.
    private var order: [SHA256Hash] = []
    private var first = 0
    private var codesOfUsers: [String: [SHA256Hash]] = [:]
    private let maximumPerUser: Int
    private let maximum: Int

    init(maximumPerUser: Int, maximum: Int) {
        self.maximumPerUser = maximumPerUser
        self.maximum = maximum
    }

    /// The value of a code, or nil if it is unknown. Assigning changes the value of a known code, and ignores others.
    subscript(code: SHA256Hash) -> Value? {
        get { entries[code]?.value }
        set { if let newValue { entries[code]?.value = newValue } }
    }

    /// The number of all codes.
    var count: Int { entries.count }

    /// The values of a user's codes, the oldest first.
    func values(of user: String) -> [Value] { (codesOfUsers[user] ?? []).compactMap { entries[$0]?.value } }

    /// The time from which a user can have another code; in the past if they can have one now.
    func room(for user: String) -> Date {
        let own = codesOfUsers[user] ?? []
        let oldest: SHA256Hash? =
            own.count >= maximumPerUser ? own.first : entries.count >= maximum ? order[first...].first : nil
        return oldest.flatMap { entries[$0]?.forgotten } ?? .distantPast
    }

    /// Adds a code.
    ///
    /// - Parameter forgotten: When it expires. All codes must have the same lifetime.
    mutating func add(_ value: Value, for code: SHA256Hash, of user: String, until forgotten: Date) {
        // After the clock was set back, earlier codes would expire later than this one, and block the removal of those behind them.
        for earlier in order[first...].reversed() {
            guard let entry = entries[earlier], entry.forgotten > forgotten else { break }
            entries[earlier]?.forgotten = forgotten
        }
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
