import SQLStatements

/// The subject of counts: a version in a super app, on a platform and a day.
struct UsagePlace {
    package let superApp: String
    /// Empty for the super app itself.
    package let miniApp: String
    package let code: Int
    package let platform: String
    package let day: Int

    package var condition: SQLFragment {
        """
        super_app = \(.text(superApp)) AND mini_app = \(.text(miniApp)) AND code = \(.integer(code))
            AND platform = \(.text(platform)) AND day = \(.integer(day))
        """
    }

    package var values: SQLFragment {
        "\(.text(superApp)), \(.text(miniApp)), \(.integer(code)), \(.text(platform)), \(.integer(day))"
    }
}
