import ArgumentParser
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

struct WithdrawReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a version: devices go back to the one before it.",
        discussion: """
            Shows which version devices will go back to, then asks for confirmation. The Center withdraws the version \
            immediately. An attacker who takes over the Center could bring it back; a floor that the review team signs \
            (atoll trust publisher --floor) can't be undone online.

            For instance:
              atoll release withdraw com.example.kudos 4 --reason "It loses data."
            """
    )

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Argument(help: "The version's code.")
    var code: Int

    @Option(help: "The reason, which the Center stores with the version and logs.")
    var reason: String

    @Flag(name: [.customShort("y"), .long], help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let id = try miniAppID(miniApp)
            guard (1...Int(Int32.max)).contains(code) else {
                throw Failure("A version code must be a number from 1 to \(Int32.max).")
            }
            let client = try PublishingClient(center: center.url(), apiKey: apiKey.text(at: center.url()))
            let dryRun = try await client.withdraw(code, of: id, reason: reason, isDryRun: true)
            let version = "\(id) \(Self.text(dryRun.version))"
            let effect = Self.effect(of: dryRun)
            if let since = dryRun.since {
                result.say(
                    "\(version) has been withdrawn since \(Timestamp.text(since)). \(effect) "
                        + "Devices are notified again."
                )
            } else if !yes, !ask("Withdraw \(version)? \(effect)") {
                throw Failure("\(version): \(effect) Nothing was withdrawn. To skip the confirmation, use --yes.")
            }
            let withdrawal = try await client.withdraw(code, of: id, reason: reason)
            if dryRun.since == nil { result.say("\(version) is withdrawn. \(Self.effect(of: withdrawal))") }
            do {
                try StatementRecords(folder: ring.url).recordWithdrawal(of: code, of: id, at: center.url())
            } catch {
                note(
                    "warning: The withdrawal was not recorded, so `atoll monitor` will report it: "
                        + ErrorText.sentence(of: error))
            }
            result.show(
                [
                    "id": .string(id.rawValue), "version": .version(withdrawal.version),
                    "fallback": withdrawal.fallback.map { .version($0) } ?? .null,
                    "dropped": .strings(withdrawal.dropped), "wasWithdrawn": .bool(dryRun.since != nil),
                ],
                Self.offer(of: withdrawal, id, floor: code + 1))
        }
    }

    private static func text(_ version: Manifest.Version) -> String { "\(version.name) (code \(version.code))" }

    /// The effect of a withdrawal on devices and users.
    private static func effect(of withdrawal: Withdrawal) -> String {
        let dropped = withdrawal.dropped.joined(separator: ", ")
        return fallback(of: withdrawal) + (dropped.isEmpty ? "" : " Users of \(dropped) lose the mini app.")
    }

    private static func fallback(of withdrawal: Withdrawal) -> String {
        guard let fallback = withdrawal.fallback else {
            return "Devices have no version left to open until you publish another one."
        }
        return fallback.code < withdrawal.version.code
            ? "Devices go back to \(text(fallback))." : "Devices still get \(text(fallback))."
    }

    /// The steps that make it final, and their consequences.
    private static func offer(of withdrawal: Withdrawal, _ id: MiniAppID, floor: Int) -> String {
        let isNewerLive = withdrawal.fallback.map { $0.code >= floor } ?? false
        let lost = isNewerLive ? "" : withdrawal.fallback.map { ", \(text($0)) included" } ?? ""
        let first =
            isNewerLive
            ? "A version with code \(floor) or higher is already live."
            : "Publish a good version with code \(floor) or higher; it may be the previous one with a new code."
        return """

            An attacker who takes over the Center could bring it back. A floor makes this final, even for devices that \
            have never seen the mini app: nothing online can undo it. From then on no version below code \(floor) runs \
            anywhere\(lost).

              1. \(first)
              2. Have the review team sign the floor, at the Center or with a fresh copy of its repository instead \
            of center:
                 atoll trust publisher \(withdrawal.publisher) --floor \(id)=\(floor) --data center
            """
    }
}
