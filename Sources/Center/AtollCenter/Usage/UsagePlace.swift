import SQLStatements

/// What is counted together: a version in a super app, on a platform and a day.
struct UsagePlace {
    let superApp: String
    /// Empty for the super app itself.
    let miniApp: String
    let code: Int
    let platform: String
    let day: Int

    var condition: SQLFragment {
        """
        super_app = \(.text(superApp)) AND mini_app = \(.text(miniApp)) AND code = \(.integer(code))
            AND platform = \(.text(platform)) AND day = \(.integer(day))
        """
    }

    var values: SQLFragment {
        "\(.text(superApp)), \(.text(miniApp)), \(.integer(code)), \(.text(platform)), \(.integer(day))"
    }
}
