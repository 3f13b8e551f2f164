import AtollPackages

/// Why a package that is right in itself is not published.
enum PublishingError: Error, Hashable {
    /// It is another mini app's than the one it was uploaded for.
    case otherMiniApp(MiniAppID, expected: MiniAppID)
    /// Its version code is not higher than the last one.
    case codeNotHigher(code: Int, last: Int)
    /// Its version code is much higher than the last one.
    case jump(code: Int, last: Int)
    /// The upload has no statement, or one that can't be read or was not signed by the publisher.
    case statement(ReleaseRefusal?)
    /// The statement is about something else than what was uploaded: which member differs.
    case otherStatement(String)
    /// The statement does not name the last one as the one before it.
    case chain(last: BlobDigest?)
    /// The review team has not taken the publisher in.
    case unknownPublisher(PublisherID)
    /// Devices were never told of a version with this code.
    case unknownVersion(Int)
    /// The version with this code is withdrawn, and devices could not be told yet.
    case untold(Int)
    /// Devices are told of a version that the database does not have: it was restored from an older copy.
    case olderDatabase(told: Int)
    /// The Center is not for these super apps.
    case unknownSuperApps([String], known: [String])
    /// The ceremony has not been held.
    case noRepository
    /// The repository could not be written or signed: what its log says.
    case repository(String)
}

extension Problem {
    init(_ error: PublishingError) {
        switch error {
        case .otherMiniApp(let id, let expected):
            self.init(
                .unprocessableContent, "The manifest is that of \(id), but the upload is for \(expected).",
                subject: "app_id", rule: "other-mini-app"
            )
        case .codeNotHigher(let code, let last):
            self.init(
                .conflict, "The version code \(code) must be higher than the last one, \(last).",
                subject: "version.code", rule: "code-not-higher"
            )
        case .jump(let code, let last):
            self.init(
                .conflict,
                "The version code \(code) is more than \(Publisher.maximumJump) above the last one, \(last). If it is meant, "
                    + "ask the operator of the Center to allow it with: atoll center allow",
                subject: "version.code", rule: "code-jump"
            )
        case .statement(let refusal):
            self.init(
                .unprocessableContent, refusal?.description ?? "The publisher's signed statement is missing.",
                subject: "Atoll-Statement", rule: "statement"
            )
        case .otherStatement(let member):
            self.init(
                .unprocessableContent, "The statement's \(member) is not that of the package or the Center.",
                subject: member, rule: "other-statement"
            )
        case .chain(let last):
            self.init(
                .conflict, "The statement has to name the last one as its previous: \(last?.hex ?? "there is none").",
                subject: "previous", rule: "chain"
            )
        case .unknownPublisher(let publisher):
            self.init(
                .forbidden, "\(publisher) is not a publisher that the review team has approved.", subject: "publisher",
                rule: "unknown-publisher"
            )
        case .unknownVersion(let code):
            self.init(.notFound, "There is no version with the code \(code).", subject: "code", rule: "unknown-version")
        case .untold(let code):
            self.init(
                .serviceUnavailable,
                "The version \(code) is withdrawn, but devices could not be told yet. The Center tries again each hour; withdraw it again to "
                    + "try now.",
                rule: "untold"
            )
        case .olderDatabase(let told):
            self.init(
                .conflict,
                "Devices are told of the version \(told), which this Center's database does not have: it was restored from an older copy. "
                    + "Publish a version with a higher code, or restore a newer database.",
                rule: "older-database"
            )
        case .unknownSuperApps(let unknown, let known):
            self.init(
                .unprocessableContent,
                "This Center is not for \(unknown.joined(separator: ", ")); it is for \(known.joined(separator: ", ")).",
                subject: "superApps", rule: "unknown-super-app"
            )
        case .noRepository:
            self.init(
                .serviceUnavailable,
                "This Center has no repository yet. Its operator begins one with: atoll trust init",
                rule: "no-repository"
            )
        case .repository:
            self.init(
                .serviceUnavailable, "The release could not be signed or written. The Center's log says more.",
                rule: "repository"
            )
        }
    }
}
