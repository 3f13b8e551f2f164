/// Records when all sessions of a user were ended, so that a sign-in that compared the password earlier begins none.
struct SessionEndings {
    /// The user's password was changed, or all their sessions were ended, after the password was compared.
    struct EndedMeanwhile: Error {}

    /// The number of endings so far.
    private(set) var count = 0
    /// The number of each user's last ending.
    private var last: [String: Int] = [:]
    /// The numbers up to this one are forgotten: any of them may have been an ending of any user.
    private var forgotten = 0

    private static let capacity = 1_000

    /// Notes that all sessions of a user end.
    mutating func note(_ user: String) {
        count += 1
        last[user] = count
        guard last.count > Self.capacity else { return }
        forgotten = count - Self.capacity / 2
        last = last.filter { $0.value > forgotten }
    }

    /// Whether all sessions of a user have ended, or may have, since there were `count` endings.
    func include(_ user: String, since count: Int) -> Bool { max(last[user] ?? 0, forgotten) > count }
}
