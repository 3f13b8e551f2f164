/// The users of the demo. Their passwords are printed at each start, so they are not secret; Lagoon listens on this
/// machine only.
public enum DemoAccounts {
    /// Ada, who has the role Sales, Ben, who has no roles, and Noor, who leads Sales and decides about its expenses.
    public static let all = [
        AccountFile.Seed(
            id: "u-1", signInName: "ada", password: "coral-reef-1843", name: "Ada Moreno", roles: ["Sales"]
        ),
        AccountFile.Seed(
            id: "u-2", signInName: "ben", password: "quiet-water-27", name: "Ben Okafor", roles: []
        ),
        AccountFile.Seed(
            id: "u-3", signInName: "noor", password: "amber-shore-512", name: "Noor Haddad",
            roles: ["Sales", "Sales lead"]
        ),
    ]
}
