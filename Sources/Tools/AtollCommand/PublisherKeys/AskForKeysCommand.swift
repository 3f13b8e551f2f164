import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

struct AskForKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask for your organization to sign with these keys instead of those that it has.",
        discussion: """
            Once a key is left out, devices no longer open versions that only that key has signed. To replace a key \
            without a gap, ask for both first (--key OLD --key NEW). Once they are accepted, sign what is live again \
            with atoll publish --resign --key NEW, and then ask for the new one alone.

            The passphrase in $ATOLL_PASSPHRASE or --passphrase-file must open all named keys. $ATOLL_PASSPHRASE_NEW \
            is the passphrase of the key NEW alone. At a terminal, you are asked for each passphrase.

            For instance:
              atoll publisher ask --organization example --key publisher --comment "Our first key."
            """)

    @OptionGroup
    var place: MemberCommand.Place

    @OptionGroup
    var ring: KeyRing

    @Option(name: .customLong("key"), help: "The name of a key to sign with from then on; may be repeated.")
    var keys: [String]

    @Option(name: .customLong("present"), help: "The name of a key that it signs with now; may be repeated.")
    var present: [String] = []

    @Option(help: "How many of the keys must sign a version.")
    var threshold = 1

    @Option(help: "The publisher's id; any other that the Center names is refused.")
    var publisher: String?

    @Option(help: "The digest of the Center's repository; any other that the Center names is refused.")
    var repository: String?

    @Option(help: "A comment for the review team.")
    var comment: String?

    /// Checks the publisher and the repository, which the document states and the Center has named, against the
    /// versions that were signed here.
    private func check(_ repository: SHA256Hash, _ publisher: PublisherID) throws {
        if let known = self.publisher, known != publisher.rawValue {
            throw Failure("The Center says that \(place.organization) publishes as \(publisher). Nothing was signed.")
        }
        if let known = self.repository.flatMap(SHA256Hash.init(hex:)), known != repository {
            throw PublishingFailure.otherRepository(repository, expected: known)
        }
        let records = StatementRecords(folder: ring.url)
        let center = try place.work.center.url()
        if let known = try records.repository(of: center), known != repository {
            throw PublishingFailure.otherRepository(repository, expected: known)
        }
        let publishers = try records.publishers(in: repository)
        guard publishers.isEmpty || publishers.contains(publisher) else {
            let names = publishers.map(\.rawValue).sorted().joined(separator: ", ")
            throw Failure(
                "The Center says that \(place.organization) publishes as \(publisher), but versions were signed here as \(names). "
                    + "Nothing was signed.")
        }
        note("This asks for keys of the publisher \(publisher), for the repository \(repository).")
    }

    func run() async throws {
        try await reporting {
            let found: PublisherKeysView = try await place.work.client().answer("GET", place.path("publisher-keys"))
            guard let publisher = found.publisher.flatMap({ PublisherID($0) }) else {
                throw Failure("The organization \(place.organization) does not publish.")
            }
            guard let repository = found.repository.flatMap({ SHA256Hash(hex: $0) }) else {
                throw Failure("This Center has no repository yet. Its operator makes one with: atoll trust init")
            }
            try check(repository, publisher)
            let new = try keys.map { try ring.open($0).signer }
            guard Set(new.map(\.key.id)).count == new.count, (1...20).contains(new.count),
                (1...new.count).contains(threshold)
            else {
                throw Failure("Name 1 to 20 different keys with --key, and a --threshold from 1 to their number.")
            }
            let old = try present.filter { !keys.contains($0) }.map { try ring.open($0).signer }
            let request = PublisherRequest(
                repository: repository, publisher: publisher, keys: new.map(\.key), threshold: threshold,
                created: Date())
            let signed = try SignedPublisherRequest(request, signedBy: new + old)
            var body: [ExactString: JSONValue] = [
                "document": .string(String(decoding: signed.encoded, as: UTF8.self))
            ]
            if let comment { body["comment"] = .string(comment) }
            try await place.work.send("POST", place.path("publisher-keys"), .object(body)) { (asked: KeyRequestView) in
                let left = Set(found.keys).subtracting(asked.keys)
                let warning = "A present key is left out. What that means for devices: atoll publisher ask --help"
                return PublisherKeysCommand.lines(asked) + (left.isEmpty ? [] : [warning]) + [
                    "The review team accepts it offline. Its state: atoll publisher -o \(place.organization)"
                ]
            }
        }
    }
}
