import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import PrintableText

/// `atoll publisher`: the keys that an organization signs with. They are requested online, and accepted offline.
struct PublisherKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publisher",
        abstract: "Ask the review team to accept the keys that you sign with, or change them.",
        discussion: """
            Each key signs the request, which proves that you have it. If you still have the present keys, sign with \
            them too (--present). Without their signatures, the review team has to verify who you are.

            The review team's machine is offline: an operator carries the request there (atoll publisher document), \
            and the review team accepts it with: atoll trust publisher --request FILE
            """,
        subcommands: [
            ListPublisherKeysCommand.self, AskForKeysCommand.self, WithdrawKeysCommand.self, WaitingKeysCommand.self,
            KeyRequestDocumentCommand.self, RefuseKeysCommand.self,
        ], defaultSubcommand: ListPublisherKeysCommand.self)

    /// A request as text for people.
    static func lines(_ request: KeyRequestView) -> [String] {
        let (state, threshold) = (request.state, request.threshold)
        let isConfirmed = request.isConfirmed
        let comment = request.comment.printable()
        let reason = request.reason.printable()
        return [
            "\(request.id)  \(state)  \(request.publisher)  \(threshold) of:"
        ] + request.keys.map { "    \($0)" } + [
            isConfirmed ? "    signed with the present keys too" : "    not signed with the present keys"
        ] + (comment.isEmpty ? [] : ["    \(comment)"]) + (reason.isEmpty ? [] : ["    \(state): \(reason)"])
    }
}
