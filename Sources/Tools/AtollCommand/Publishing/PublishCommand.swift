import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollReview
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll publish`: signs a version and publishes it.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Sign a mini app's next version, and publish it.",
        discussion: """
            With --save, the options --center, --super-app, --keys and --key are stored in atoll.json next to the mini \
            app, and need not be given again. For instance:
              atoll publish lunch-menu --super-app com.example.lagoon --notes "The first version." --save
              atoll publish lunch-menu --bump --notes "More soups." --wait

            The API key is read from $ATOLL_API_KEY or a file; a CI job needs none where its repository may publish (atoll ci). \
            The signed statement names the Center, the super apps \
            and the mini app that the version is for, and the statement before it; a copy is stored with the keys for \
            `atoll monitor`.

            In a super app that asks for reviews, the version waits for a reviewer, and is released when it is approved.

            Code is not secret: the files and metadata of a release are public, so that any CDN can serve them. Those \
            of a mini app that only some roles may open can be read by anybody who knows the metadata. Secrets belong \
            on the mini app's own server.
            """
    )

    @OptionGroup
    var source: PackageArgument

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var ring: KeyRing

    @Option(
        name: .customLong("super-app"),
        help: "The id of a super app that the version is for; may be repeated. Default: those of atoll.json.")
    var superApps: [String] = []

    @Option(
        name: .customLong("drop-super-app"),
        help:
            "A super app that the last version was for and this one is not: its users lose the mini app. Repeatable."
    )
    var dropped: [String] = []

    @Option(help: "The publisher's id. Default: the mini app's id without its last label.")
    var publisher: String?

    @Option(
        name: .customLong("key"),
        help: "The name of a key to sign with; may be repeated. Default: that of atoll.json, or publisher.")
    var keyNames: [String] = []

    @OptionGroup
    var apiKey: APIKeyOption

    @Option(help: "The lowest version code that devices may run from now on. Default: as before.")
    var floor: Int?

    @Option(help: "The digest of the Center's repository. Default: that of the first time you published there.")
    var repository: String?

    @OptionGroup
    var wish: WishOptions

    @Flag(help: "Only upload it: submit it later, with atoll release submit.")
    var draft = false

    @Flag(
        help: """
            Upload nothing: write the package (.ma) and the signed statement (.statement) here, for the page of the mini app \
            in the Center's console.
            """)
    var signOnly = false

    @Flag(help: "Raise the version in the manifest first.")
    var bump = false

    @Flag(help: "Wait until reviewers have decided, and the version is live. Exit with status 1 if it is rejected.")
    var wait = false

    @Flag(help: "Store the Center, the super apps and the keys in atoll.json next to the mini app.")
    var save = false

    @Flag(help: "Sign the live version again instead, such as after a key rotation. Nothing is downloaded again.")
    var resign = false

    @OptionGroup
    var result: ResultOptions

    func validate() throws {
        if signOnly, draft || resign || wish.isGiven {
            throw ValidationError(
                "With --sign-only, nothing is uploaded: --draft, --resign, --notes, --manual and --at don't apply.")
        }
        if draft, !wish.notes.isEmpty || wish.manual || wish.at != nil {
            throw ValidationError("--notes, --manual and --at are for submitting a draft: atoll release submit")
        }
        if bump, source.path.hasSuffix(".ma") { throw ValidationError("--bump needs the mini app's folder.") }
        if bump, resign {
            throw ValidationError("--resign signs the live version, whose number stays: --bump doesn't apply.")
        }
        if save, source.path.hasSuffix(".ma") { throw ValidationError("--save needs the mini app's folder.") }
        if save, signOnly || resign { throw ValidationError("--save is for versions that are uploaded.") }
        if wait, draft || signOnly || resign {
            throw ValidationError("--wait is for versions that are submitted.")
        }
    }

    func run() async throws {
        try await reporting {
            try source.checkPlace()
            let settings = try ProjectSettings(of: MiniAppFolders.files(at: source.path).path)
            let center = try self.center.url(or: settings.center)
            if try self.center.named() == nil, settings.center != nil { try Self.check(center, ring) }
            let superApps = superApps.isEmpty ? settings.superApps ?? [] : superApps
            guard !superApps.isEmpty || resign else {
                throw Failure(
                    "Say which super app the version is for: --super-app com.example.lagoon, or in atoll.json.")
            }
            let keyNames = keyNames.isEmpty ? [settings.key ?? "publisher"] : keyNames
            var ring = ring
            ring.folder = ring.folder(or: settings.keys)
            let place = MiniAppFolders.files(at: source.path)
            let before = bump ? try ManifestVersion.raise(in: place) : nil
            var isUploaded = false
            do {
                try await publish(settings, center, superApps, keyNames, ring) { isUploaded = true }
            } catch {
                // A version that was not uploaded retains its number.
                if let before, !isUploaded { try before.restore(in: place) }
                throw error
            }
        }
    }

    /// Throws for a Center that only a file names, unless this user has signed in or published there before. It
    /// receives no secrets.
    private static func check(_ center: URL, _ ring: KeyRing) throws {
        let isKnown =
            try SessionStore().secret(at: center) != nil
            || StatementRecords(folder: ring.url).repository(of: center) != nil
        guard !isKnown else { return }
        throw Failure(
            "\(ProjectSettings.name) names the Center \(center.absoluteString), where you have published nothing and are not "
                + "signed in. If you trust it, name it once: --center \(center.absoluteString)")
    }

    private func publish(
        _ settings: ProjectSettings, _ center: URL, _ superApps: [String], _ keyNames: [String], _ ring: KeyRing,
        uploaded: () -> Void
    ) async throws {
        do {
            let package: MiniAppPackage
            do {
                package = try source.package()
            } catch let refusal as PackageRefusal {
                throw Failure(refusal.description)
            }
            try look(at: package)
            let manifest = package.manifest
            let text =
                publisher ?? settings.publisher
                ?? manifest.id.rawValue.split(separator: ".").dropLast().joined(separator: ".")
            guard let publisher = PublisherID(text), manifest.id.belongs(to: publisher) else {
                throw Failure("\(manifest.id) is not a mini app of the publisher \"\(text)\".")
            }
            let records = StatementRecords(folder: ring.url)
            let isNamed = try self.center.named() != nil
            let secret = try await apiKey.text(for: manifest.id, at: center, isNamed: isNamed, records)
            let client = PublishingClient(center: center, apiKey: secret)
            let expected = try repository.map { try Self.digest($0) } ?? records.repository(of: center)
            try await checkNotes(for: superApps, CenterClient(center: center, secret: secret))
            let signers = try keyNames.map { try ring.open($0).signer }
            if resign {
                let shown = try await client.resign(manifest.id, signers: signers, repository: expected) {
                    try records.allow(
                        $0, digest: $1, for: package, by: publisher, superApps: superApps, floor: floor)
                }
                result.show(
                    [
                        "id": .string(manifest.id.rawValue), "state": "resigned", "version": .version(shown.version),
                    ],
                    "\(manifest.id): the live version, \(shown.version.name) (code \(shown.version.code)), was signed again."
                )
                return
            }
            func sign(dropping dropped: Set<String>) async throws -> SignedStatement {
                try await client.sign(
                    package, by: publisher, superApps: superApps, signers: signers, repository: expected, floor: floor,
                    signedFloor: { try records.newest(of: manifest.id, in: $0)?.floor }, dropping: dropped)
            }
            let signed: SignedStatement
            do {
                signed = try await sign(dropping: Set(dropped))
            } catch PublishingFailure.dropsSuperApps(let ids) {
                let names = ids.joined(separator: ", ")
                guard
                    ask(
                        "The last version is also for \(names), whose users would lose \(manifest.id). Publish anyway?"
                    )
                else {
                    let options = ids.map { "--drop-super-app \($0)" }.joined(separator: " ")
                    throw Failure(
                        "The last version is also for \(names), whose users would lose \(manifest.id). "
                            + "Nothing was signed. Check --super-app, or confirm with: \(options)"
                    )
                }
                signed = try await sign(dropping: Set(dropped).union(ids))
            }
            let upload = signOnly ? nil : try await client.upload(package, signed, asDraft: true)
            if upload != nil { uploaded() }
            let statement = try ReleaseStatement(parsing: signed.bytes)
            try records.remember(statement.repository, of: center)
            if isNamed { try records.remember(key: secret, of: center) }
            try records.keep(signed, of: statement)
            guard let upload else { return try write(package, signed, at: center) }
            // Saved before the submission, which may fail.
            var written: String?
            if save {
                var kept = settings
                kept.center = center.absoluteString
                kept.superApps = superApps
                kept.publisher = self.publisher ?? settings.publisher
                kept.key = keyNames.first
                // Settings from the environment are for this machine only.
                kept.keys = self.ring.folder ?? settings.keys
                let file = try kept.save(of: MiniAppFolders.files(at: source.path))
                written = file.path
            }
            var state = try await submit(upload, manifest, secret, at: center)
            let version = "\(manifest.id) \(manifest.version.name) (code \(manifest.version.code))"
            let address = "\(center.absoluteString)/miniapps/\(manifest.id)/versions/\(manifest.version.code)"
            result.say("\(version) \(Self.words(for: state, manifest))")
            // The result contains the latest state even if something fails from here on.
            defer {
                result.show(
                    [
                        "id": .string(manifest.id.rawValue), "version": .version(manifest.version),
                        "state": .string(state), "statement": .string("\(signed.digest)"),
                        "address": .string(address),
                    ], lines: [])
            }
            if let written { result.say("\(written) was written.") }
            if state == "submitted" {
                result.say(
                    "A reviewer decides, with their own account: atoll review show \(manifest.id) \(manifest.version.code)"
                )
            }
            if upload.state == "draft" || state == "submitted" { result.say("See it at \(address)") }
            if bump {
                note("The version in the manifest is \(manifest.version.name) (code \(manifest.version.code)) now.")
            }
            if wait {
                try await VersionWait(center: center, secret: secret).untilDecided(manifest) { state = $0 }
            }
        } catch PublishingFailure.refused(_, rule: "unknown", let detail) {
            throw Failure("\(detail) \(try await adviceOnID(at: center))")
        }
    }

    /// Returns a sentence about the ids with which the signed-in account may publish.
    private func adviceOnID(at center: URL) async throws -> String {
        let client = try CenterClient(center: center, secret: SessionStore().secret(at: center))
        let found: PageView<OrganizationView>? = try? await client.answer("GET", "v1/organizations?limit=200")
        let own = (found?.items ?? []).compactMap(\.publisher)
        guard !own.isEmpty else {
            return "Its id must belong to a publisher that you work for. "
                + "The ids of atoll new and atoll import begin with com.example, unless --id sets another."
        }
        return "You publish for \(own.prefix(5).joined(separator: ", ")): its id must begin with that and a dot. "
            + "Begin with --id \(own[0]).NAME in atoll new; atoll import changes it with --id and --into."
    }

    /// Writes the files for an upload by hand.
    private func write(_ package: MiniAppPackage, _ signed: SignedStatement, at center: URL) throws {
        let name = package.manifest.fileName
        let files = [(name + ".ma", package.archive()), (name + ".statement", Data(signed.json.readableBytes))]
        for (file, data) in files { try data.write(to: URL(filePath: file), options: .atomic) }
        let address = "\(center.absoluteString)/miniapps/\(package.manifest.id)"
        result.show(
            [
                "id": .string(package.manifest.id.rawValue), "state": "signed", "files": .strings(files.map(\.0)),
                "address": .string(address),
            ],
            "\(files[0].0) and \(files[1].0) were written. Upload both on the page of the mini app in the Center's console:",
            address)
    }

    /// Prints the findings of the Center's checks. Throws before anything is signed if one prevents the submission.
    private func look(at package: MiniAppPackage) throws {
        guard !resign else { return }
        let all = PackageReview().findings(in: package)
        let findings = all.filter { $0.severity != .info }
        guard !findings.isEmpty else { return }
        (FindingText.lines(of: findings).dropLast() + [FindingText.summary(of: all)]).forEach { note($0) }
        guard draft || !findings.contains(where: { $0.severity == .block }) else {
            throw Failure("Nothing was signed: the Center would refuse it. See also: atoll check \(source.path)")
        }
    }

    /// Checks that there are notes if reviewers will read them, before anything is signed and a version code is used
    /// up. If a super app's rules can't be read, only the Center checks this.
    private func checkNotes(for superApps: [String], _ client: CenterClient) async throws {
        guard !draft, !signOnly, !resign, wish.notes.isEmpty else { return }
        for id in superApps {
            let superApp: SuperAppView? = try? await client.answer("GET", "v1/superapps/\(CenterOptions.escaped(id))")
            guard let superApp, superApp.policy.approvals > 0 else { continue }
            throw Failure(
                "Versions for \(id) are reviewed, and reviewers read what is new. Nothing was signed. Add: --notes \"What is new.\""
            )
        }
    }

    /// Submits the uploaded draft, and returns the state of the version after that.
    private func submit(
        _ upload: PublishingClient.Upload, _ manifest: Manifest, _ secret: String, at center: URL
    ) async throws -> String {
        guard upload.state == "draft", !draft else {
            if upload.state != "draft", wish.isGiven {
                note(
                    "warning: It was uploaded before, and is \(upload.state): --notes, --manual and --at were ignored."
                )
            }
            return upload.state
        }
        let client = CenterClient(center: center, secret: secret)
        let path = "v1/miniapps/\(manifest.id)/versions/\(manifest.version.code)/submit"
        do {
            let submitted: UploadedView = try await client.answer(
                "POST", path, Data(JSONValue.object(wish.body).readableBytes))
            return submitted.state.rawValue
        } catch let failure as PublishingFailure {
            // Without an answer, the Center may or may not have submitted it.
            let isRefused = if case .refused = failure { true } else { false }
            throw Failure(
                "It was uploaded as a draft, and \(isRefused ? "not submitted" : "may not have been submitted"): \(failure) "
                    + "Submit it with: atoll release submit \(manifest.id) \(manifest.version.code) --notes \"What is new.\""
            )
        }
    }

    /// The state of a version, as words for its publisher.
    private static func words(for state: String, _ manifest: Manifest) -> String {
        switch state {
        case "live": "was published."
        case "draft":
            "was uploaded as a draft. Submit it with: atoll release submit \(manifest.id) \(manifest.version.code)"
        case "submitted": "waits for a reviewer."
        case "approved": "may be released."
        case "scheduled": "will be released at its time."
        default: "is \(state)."
        }
    }

    private static func digest(_ text: String) throws -> SHA256Hash {
        guard let digest = SHA256Hash(hex: text) else { throw Failure("\"\(text)\" is not a SHA-256 digest.") }
        return digest
    }
}
