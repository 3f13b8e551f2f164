import AtollPackages
import AtollReview
import Foundation
import SQLStatements

extension Transaction {
    /// Requests pictures of a version, made when a browser has time.
    package func askForRendering(of id: MiniAppID, code: Int) throws {
        try session.perform(
            """
            INSERT INTO version_rendering (mini_app, code, state, since, attempts, findings, unopened, message)
            VALUES (\(.text(id.rawValue)), \(.integer(code)), 'waiting', \(.integer(time)), 0, '[]', 0, '')
            ON CONFLICT (mini_app, code) DO UPDATE SET state = 'waiting', since = excluded.since, attempts = 0,
                message = '' WHERE version_rendering.state <> 'running'
            """)
    }

    /// Schedules another run of the browser for a version.
    ///
    /// - Throws: ``ActionError/tooMany(seconds:)`` soon after a run that was cut short, which took the browser from
    ///   others for long.
    package func askForRenderingAgain(of version: VersionRecord) throws {
        if let known = try view.rendering(of: version), known.state == .done, !known.message.isEmpty {
            let wait = known.since + StoredRendering.pauseAfterCut - time
            guard wait <= 0 else { throw ActionError.tooMany(seconds: wait) }
        }
        try askForRendering(of: version.id, code: version.code)
    }

    /// Takes the version whose turn it is, for this process.
    ///
    /// - Parameter served: The number of the last turn of each publisher.
    package func takeRendering(after served: [String: Int] = [:]) throws -> VersionRecord? {
        while let due = try view.dueRendering(after: served) {
            guard let id = MiniAppID(due.id), let version = try view.version(due.code, of: id), version.hasFiles else {
                try end(due.id, due.code, "The files of the version are no longer stored.")
                continue
            }
            let known = try view.rendering(of: version)
            let attempts = known?.attempts ?? 0
            guard attempts < StoredRendering.maximumAttempts else {
                let last = known?.message ?? ""
                try end(due.id, due.code, "It was begun \(attempts) times, and never finished. \(last)")
                continue
            }
            try session.perform(
                """
                UPDATE version_rendering SET state = 'running', since = \(.integer(time)), attempts = attempts + 1
                WHERE mini_app = \(.text(due.id)) AND code = \(.integer(due.code))
                """)
            return version
        }
        return nil
    }

    /// Stores what a browser has seen.
    package func save(
        _ rendered: RenderedPackage, _ digests: [SHA256Hash], of version: VersionRecord, in list: FileList
    ) throws {
        // Others may have done it meanwhile, or the files may be gone.
        guard let now = try view.version(version.code, of: version.id), now.hasFiles,
            try view.rendering(of: now)?.state == .running
        else { return }
        let findings = rendered.findings.map { CheckedFinding(key: $0.key(in: list), finding: $0) }
        try session.perform(
            """
            UPDATE version_rendering SET state = 'done', since = \(.integer(time)),
                message = \(.text(rendered.isCutShort ? StoredRendering.cutShort : "")),
                findings = \(.text(try SearchEntry.text(of: findings))), unopened = \(.integer(rendered.unopened))
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code)) AND state = 'running'
            """)
        try session.perform(
            """
            DELETE FROM version_picture
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        for (number, (picture, digest)) in zip(rendered.pictures, digests).enumerated() {
            try session.perform(
                """
                INSERT INTO version_picture (mini_app, code, page, look, number, sha256)
                VALUES (\(.text(version.id.rawValue)), \(.integer(version.code)), \(.text(picture.page)),
                    \(.text(picture.look)), \(.integer(number)), \(.text(digest.hex)))
                """)
        }
    }

    /// Lets another process, or this one later, try it again.
    ///
    /// - Parameter reason: Why it could not be done.
    package func giveBackRendering(of version: VersionRecord, countsAttempt: Bool, because reason: String) throws {
        try session.perform(
            """
            UPDATE version_rendering SET state = 'waiting', since = \(.integer(time)),
                attempts = attempts - \(.integer(countsAttempt ? 0 : 1)), message = \(.text(reason))
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code)) AND state = 'running'
            """)
    }

    /// Refuses a step while the version's pages in a browser have blocking problems.
    ///
    /// - Parameter isNeeded: Whether the pictures must exist.
    /// - Throws: ``ActionError/refused(rule:_:state:allowed:)``.
    func checkRendering(of version: VersionRecord, isNeeded: Bool) throws {
        let rendering = try view.rendering(of: version)
        if let block = rendering?.findings.first(where: { $0.finding.severity == .block })?.finding {
            throw refusal(
                "checks",
                "The checks refuse it: \(block.code) in \(block.path ?? "the package"). \(block.text) \(block.advice)",
                of: version)
        }
        guard isNeeded, rendering?.state != .done else { return }
        let advice =
            switch rendering?.state {
            case .failed: "It failed: \(rendering?.message ?? "") Have them opened again (POST …/pictures)."
            case .waiting, .running: "It waits for a process of the Center that has Chromium: try again in a minute."
            case .done, nil: "Have them opened (POST …/pictures)."
            }
        throw refusal(
            "pictures", "The super app wants the version's pages opened in a browser first. \(advice)", of: version)
    }

    private func end(_ id: String, _ code: Int, _ message: String) throws {
        try session.perform(
            """
            UPDATE version_rendering SET state = 'failed', since = \(.integer(time)), message = \(.text(message))
            WHERE mini_app = \(.text(id)) AND code = \(.integer(code))
            """)
    }
}
