import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

struct AskForKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask that your organization signs with these keys, in place of those that it has.",
        discussion: """
            Once a key is left out, devices no longer open versions that only that key has signed. To replace a key without \
            a gap, ask for both first (--key OLD --key NEW); once they are taken in, sign what is live again with atoll publish \
            --resign --key NEW, and then ask for the new one alone.

            The passphrase of $ATOLL_PASSPHRASE or --passphrase-file must open all keys that are named, or $ATOLL_PASSPHRASE_NEW \
            that of the key NEW; at a terminal, each is asked for.

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

    @Option(help: "A comment for the review team.")
    var comment: String?

    func run() async throws {
        try await reporting {
            let answer = try await place.work.client().send("GET", place.path("publisher-keys"), nil, revision: nil)
            let found = try JSONFields(JSONValue(parsing: Array(answer)))
            guard found.has("publisher"), let publisher = PublisherID(try found.string("publisher")) else {
                throw Failure("The organization \(place.organization) does not publish.")
            }
            guard found.has("repository"), let repository = SHA256Hash(hex: try found.string("repository")) else {
                throw Failure("This Center has no repository yet. Its operator makes one with: atoll trust init")
            }
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
            try await place.work.send("POST", place.path("publisher-keys"), .object(body)) { answer in
                let left = Set(try found.strings("keys")).subtracting(try answer.strings("keys"))
                let warning = "A present key is left out. What that means for devices: atoll publisher ask --help"
                return try PublisherKeysCommand.lines(answer) + (left.isEmpty ? [] : [warning]) + [
                    "The review team takes it in offline. Its state: atoll publisher -o \(place.organization)"
                ]
            }
        }
    }
}
