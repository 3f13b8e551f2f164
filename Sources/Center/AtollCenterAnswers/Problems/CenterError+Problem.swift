import AtollCenterDomain
import AtollPackages
import SignedJSON

extension CenterError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .otherMiniApp(let id, let expected):
            Problem(
                .unprocessableContent, "The manifest has the id \(id), but the upload is for \(expected).",
                subject: "app_id", rule: "other-mini-app"
            )
        case .codeNotHigher(let code, let last):
            Problem(
                .conflict,
                "The version code \(code) is not above the last one, \(last). Raise it in the manifest, or with atoll publish --bump.",
                subject: "version.code", rule: "code-not-higher"
            )
        case .jump(let code, let last):
            Problem(
                .conflict,
                "The version code \(code) is more than \(CenterError.maximumJump) above the last one, \(last). "
                    + "If this is intended, ask the operator of the Center to allow it with: atoll center allow",
                subject: "version.code", rule: "code-jump"
            )
        case .statement(let refusal):
            Problem(
                .unprocessableContent, refusal?.description ?? "The publisher's signed statement is missing.",
                subject: "Atoll-Statement", rule: "statement"
            )
        case .otherStatement(let member):
            Problem(
                .unprocessableContent, "The statement differs from the package or the Center in its \(member).",
                subject: member, rule: "other-statement"
            )
        case .chain(let last):
            Problem(
                .conflict,
                "\"previous\" must be the digest of the last statement: \(last?.hex ?? "none has been published").",
                subject: "previous", rule: "chain"
            )
        case .unknownPublisher(let publisher):
            Problem(
                .forbidden, "\(publisher) is not a publisher that the review team has approved.", subject: "publisher",
                rule: "unknown-publisher"
            )
        case .unknownVersion(let code):
            Problem(.notFound, "There is no version with the code \(code).", subject: "code", rule: "unknown-version")
        case .untold(let code):
            Problem(
                .serviceUnavailable,
                "Version \(code) is withdrawn, but this could not be announced to devices yet. "
                    + "The Center will try again; withdraw it again to retry now.",
                rule: "untold"
            )
        case .manySuperApps(let ids):
            Problem(
                .unprocessableContent,
                "A mini app belongs to one super app of a Center, and the statement names \(ids.count): "
                    + "\(ids.joined(separator: ", ")). Publish it under a separate id for each.",
                subject: "superApps", rule: "many-super-apps"
            )
        case .olderDatabase(let told):
            Problem(
                .conflict,
                "The repository announces version \(told), which this Center's database does not contain: it was "
                    + "restored from an older copy. Publish a version with a higher code, or restore a newer database.",
                rule: "older-database"
            )
        case .otherRepository:
            Problem(
                .conflict, "The database and the bucket belong to another repository already.",
                rule: "other-repository")
        case .unknownSuperApps(let unknown, let known):
            Problem(
                .unprocessableContent,
                "This Center does not serve \(unknown.joined(separator: ", ")). It serves "
                    + (known.isEmpty ? "those that organizations own." : "\(known.joined(separator: ", "))."),
                subject: "superApps", rule: "unknown-super-app"
            )
        case .disabledSuperApp(let id):
            Problem(
                .conflict, "Nothing can be published in \(id): it is disabled.", subject: "superApps",
                rule: "disabled-super-app")
        case .notGranted(let id, let publisher):
            Problem(
                .forbidden,
                "The owner of \(id) has not permitted \(publisher) to publish in it. A developer of the publisher's "
                    + "organization asks for that with: atoll superapp grant ask \(id) -o ORGANIZATION",
                subject: "superApps", rule: "not-granted")
        case .noRepository:
            Problem(
                .serviceUnavailable,
                "This Center has no repository yet. Its operator creates one with: atoll trust init",
                rule: "no-repository"
            )
        case .notCollecting(let date):
            Problem(
                .conflict,
                "The database has lost transactions, so the repository may name files that it does not know. Nothing is "
                    + "removed until \(Timestamp.text(date).prefix(10)).",
                rule: "not-collecting"
            )
        case .lostTransactions(let database, let bucket):
            Problem(
                .serviceUnavailable,
                "The database is older than the announced repository: it has number \(database), and the bucket "
                    + "\(bucket). Nothing is published until the operator of the Center has decided how to go on; see "
                    + "atoll center advance.",
                rule: "lost-transactions"
            )
        case .currentChanged:
            Problem(
                .conflict, "Another version has become current in the meantime. Try again.", rule: "current-changed")
        case .notAnnounced:
            Problem(
                .serviceUnavailable,
                "No process of this Center that signs has announced the change in time. Try again later.",
                rule: "not-announced"
            )
        case .repository:
            Problem(
                .serviceUnavailable, "The repository could not be signed or written. See the Center's log.",
                rule: "repository"
            )
        }
    }
}
