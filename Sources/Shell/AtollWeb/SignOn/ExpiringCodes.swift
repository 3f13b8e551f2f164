import AtollPackages
import Foundation

/// Values by the digest of a code. Each expires, and both the codes of a user and all codes together are limited.
///
/// When there is no more room, the user with the most codes loses the oldest of them, so that a few users with many
/// codes don't crowd out the others.
///
/// - Complexity: Removing expired codes takes O(*n*) in their number, however many others there are; making room O(*n*)
///   in the users.
struct ExpiringCodes<Value> {
    private struct Entry {
        var value: Value
        let user: String
        var forgotten: Date
    }

    private var entries: [SHA256Hash: Entry] = [:]
    /// The codes in the order in which they expire. Those before `first` have been removed.
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

    /// The values of a user's codes, oldest first.
    func values(of user: String) -> [Value] { (codesOfUsers[user] ?? []).compactMap { entries[$0]?.value } }

    /// The time from which a user can have another code; in the past if they can have one now.
    func room(for user: String) -> Date {
        let own = codesOfUsers[user] ?? []
        guard own.count >= maximumPerUser, let oldest = own.first else { return .distantPast }
        return entries[oldest]?.forgotten ?? .distantPast
    }

    /// Adds a code.
    ///
    /// - Parameter forgotten: The time at which it expires. All codes must have the same lifetime.
    mutating func add(_ value: Value, for code: SHA256Hash, of user: String, until forgotten: Date) {
        // After the clock was set back, earlier codes would expire later than this one, and block the removal of those
        // behind them.
        for earlier in order[first...].reversed() {
            guard let entry = entries[earlier] else { continue }
            guard entry.forgotten > forgotten else { break }
            entries[earlier]?.forgotten = forgotten
        }
        if entries.count >= maximum { makeRoom() }
        entries[code] = Entry(value: value, user: user, forgotten: forgotten)
        codesOfUsers[user, default: []].append(code)
        order.append(code)
    }

    /// Removes the oldest code of the user with the most codes.
    private mutating func makeRoom() {
        // If there are several such users, the one whose oldest code expires first.
        let most = codesOfUsers.max { one, other in
            guard one.value.count == other.value.count else { return one.value.count < other.value.count }
            return expiry(of: one.value.first) > expiry(of: other.value.first)
        }
        guard let user = most?.key else { return }
        removeOldest(of: user)
        guard order.count - first > 2 * maximum else { return }
        order = order[first...].filter { entries[$0] != nil }
        first = 0
    }

    private func expiry(of code: SHA256Hash?) -> Date {
        code.flatMap { entries[$0]?.forgotten } ?? .distantFuture
    }

    private mutating func removeOldest(of user: String) {
        guard let code = codesOfUsers[user]?.removeFirst() else { return }
        entries[code] = nil
        if codesOfUsers[user]?.isEmpty == true { codesOfUsers[user] = nil }
    }

    /// Removes expired codes.
    mutating func forget(at time: Date) {
        while first < order.count {
            // Some codes were removed before to make room.
            if let entry = entries[order[first]] {
                guard entry.forgotten <= time else { break }
                removeOldest(of: entry.user)
            }
            first += 1
        }
        if first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}
