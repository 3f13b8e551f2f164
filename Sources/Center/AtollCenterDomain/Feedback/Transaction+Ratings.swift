import AtollPackages
import SQLStatements

extension Transaction {
    /// The number of changes after which the published numbers are updated: otherwise, they would reveal single
    /// ratings.
    static let ratingsAtOnce = 5
    /// How long a rating counts that is not renewed, in days.
    static let ratingLifetime = 800

    /// Sets the stars that a user gives, or takes them back.
    ///
    /// - Complexity: O(*v*) in the versions of the mini app that have ratings.
    package func rate(_ rating: NewRating, by person: FeedbackPerson) throws {
        if rating.stars > 0 { _ = try view.knownVersion(rating.code, of: person.miniApp) }
        let before = try session.row("SELECT stars, code FROM rating WHERE \(person.condition)")
        if let before { try count(-1, stars: try before.int(0), code: try before.int(1), for: person) }
        if rating.stars > 0 {
            try session.perform(
                """
                INSERT INTO rating (mini_app, super_app, person, stars, code, changed)
                VALUES (\(.text(person.miniApp.rawValue)), \(.text(person.superApp)), \(.bytes(person.digest)),
                    \(.integer(rating.stars)), \(.integer(rating.code)), \(.integer(time)))
                ON CONFLICT (mini_app, super_app, person) DO UPDATE
                    SET stars = excluded.stars, code = excluded.code, changed = excluded.changed
                """)
            try count(1, stars: rating.stars, code: rating.code, for: person)
        } else {
            try session.perform("DELETE FROM rating WHERE \(person.condition)")
        }
        try tell(person.miniApp, in: person.superApp)
    }

    private func count(_ change: Int, stars: Int, code: Int, for person: FeedbackPerson) throws {
        try session.perform(
            """
            INSERT INTO rating_count (mini_app, super_app, code, stars, count)
            VALUES (\(.text(person.miniApp.rawValue)), \(.text(person.superApp)), \(.integer(code)),
                \(.integer(stars)), \(.integer(change)))
            ON CONFLICT (mini_app, super_app, code, stars) DO UPDATE SET count = rating_count.count + excluded.count
            """)
    }

    /// Updates the published numbers if enough has changed since.
    private func tell(_ miniApp: MiniAppID, in superApp: String) throws {
        let place: SQLFragment =
            "mini_app = \(.text(miniApp.rawValue)) AND super_app = \(.text(superApp))"
        let changes =
            try session.row(
                "SELECT CAST(coalesce(sum(abs(count - told)), 0) AS bigint) FROM rating_count WHERE \(place)")?.int(0)
            ?? 0
        guard changes >= Self.ratingsAtOnce else { return }
        try session.perform("UPDATE rating_count SET told = count WHERE \(place)")
        try session.perform("DELETE FROM rating_count WHERE \(place) AND count = 0")
    }

    /// Removes ratings that are too old to say anything.
    func keepUpRatings(limit: Int = 1_000) throws {
        let oldest = time - Self.ratingLifetime * 86_400
        let rows = try session.rows(
            """
            SELECT mini_app, super_app, person FROM rating WHERE changed < \(.integer(oldest))
            ORDER BY changed LIMIT \(.integer(limit))
            """)
        for row in rows {
            guard let id = MiniAppID(try row.text(0)) else { throw StoredDataError.badMiniApp(try row.text(0)) }
            let person = FeedbackPerson(superApp: try row.text(1), miniApp: id, digest: try row.data(2))
            try rate(NewRating(stars: 0, code: 1), by: person)
        }
    }
}
