import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation
import SignedJSON

/// The Center that a command talks to.
struct CenterOption: ParsableArguments {
    @Option(name: .customLong("center"), help: "The Center's address. Default: $ATOLL_CENTER.")
    var address: String?

    func url() throws -> URL {
        guard let text = address ?? ProcessInfo.processInfo.environment["ATOLL_CENTER"] else {
            throw Failure("Say with --center, or in $ATOLL_CENTER, where the Mini App Center is.")
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw Failure("\"\(text)\" is not the address of a Center, such as https://miniapps.example.com.")
        }
        return url
    }
}

/// `atoll publish`: signs a version and publishes it.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Sign a mini app's next version, and publish it.",
        discussion: """
            The API key is taken from $ATOLL_API_KEY or a file. What is signed says for which Center, super apps and mini app \
            the version is, and which one came before; a copy is kept beside the keys, for `atoll monitor`.

            Code is not secret: files and metadata of a release are public, so that any CDN can have them. Those of a mini app \
            that only some roles may open can be read by anybody who knows the metadata. What must stay secret belongs on \
            the mini app's own server.
            """
    )

    @OptionGroup
    var source: PackageArgument

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var ring: KeyRing

    @Option(name: .customLong("super-app"), help: "A super app that it is for, by id; may be given several times.")
    var superApps: [String]

    @Option(
        name: .customLong("drop-super-app"),
        help:
            "A super app that the last version was for and this one is not: its users lose the mini app. May be repeated."
    )
    var dropped: [String] = []

    @Option(help: "The publisher's id. Default: the mini app's id without its last part.")
    var publisher: String?

    @Option(name: .customLong("key"), help: "The name of a key to sign with; may be given several times.")
    var keyNames: [String] = ["publisher"]

    @OptionGroup
    var apiKey: APIKeyOption

    @Option(help: "The lowest version code that devices may run from now on. Default: as before.")
    var floor: Int?

    @Option(help: "The Center's repository, by digest. Default: the one remembered from the first time.")
    var repository: String?

    @Flag(help: "Sign what is live anew instead, as after a key was rotated. Nothing is downloaded again.")
    var resign = false

    func run() async throws {
        try await reporting {
            let package: MiniAppPackage
            do {
                package = try source.package()
            } catch let refusal as PackageRefusal {
                throw Failure(refusal.description)
            }
            let manifest = package.manifest
            let text = publisher ?? manifest.id.rawValue.split(separator: ".").dropLast().joined(separator: ".")
            guard let publisher = PublisherID(text), manifest.id.belongs(to: publisher) else {
                throw Failure("\(manifest.id) is not a mini app of the publisher \"\(text)\".")
            }
            let client = PublishingClient(center: try center.url(), apiKey: try apiKey.text())
            let records = StatementRecords(folder: ring.url)
            let expected = try repository.map { try Self.digest($0) } ?? records.repository(of: center.url())
            let signers = try keyNames.map { try ring.open($0).signer }
            if resign {
                try await client.resign(manifest.id, signers: signers)
                print("\(manifest.id): what is live is signed anew.")
                return
            }
            func publish(dropping dropped: Set<String>) async throws -> SignedStatement {
                try await client.publish(
                    package, by: publisher, superApps: superApps, signers: signers, repository: expected, floor: floor,
                    dropping: dropped)
            }
            let signed: SignedStatement
            do {
                signed = try await publish(dropping: Set(dropped))
            } catch PublishingFailure.dropsSuperApps(let ids) {
                let names = ids.joined(separator: ", ")
                guard
                    ask(
                        "The last version is for \(names), too, whose users would lose \(manifest.id). Publish it without?"
                    )
                else {
                    let options = ids.map { "--drop-super-app \($0)" }.joined(separator: " ")
                    throw Failure(
                        "The last version is for \(names), too, whose users would lose \(manifest.id). Nothing was signed. Is --super-app right? If that is meant: \(options)"
                    )
                }
                signed = try await publish(dropping: Set(dropped).union(ids))
            }
            let statement = try ReleaseStatement(parsing: signed.bytes)
            try records.remember(statement.repository, of: center.url())
            try records.keep(signed, of: statement)
            print("\(manifest.id) \(manifest.version.name) (code \(manifest.version.code)) is published.")
            print("statement \(signed.digest)")
        }
    }

    private static func digest(_ text: String) throws -> BlobDigest {
        guard let digest = BlobDigest(hex: text) else { throw Failure("\"\(text)\" is not a SHA-256 digest.") }
        return digest
    }
}
