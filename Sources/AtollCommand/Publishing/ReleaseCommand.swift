import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation

/// `atoll release`: what becomes of versions that are published.
struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Withdraw a version that is published.",
        subcommands: [WithdrawReleaseCommand.self]
    )
}

struct WithdrawReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a version: devices go back to the one before it.",
        discussion: """
            It says first which version devices open instead, and asks. The Center withdraws the version at once. Whoever takes the \
            Center over could bring it back; a floor that the review team signs (atoll trust publisher --floor) can't be undone by \
            anything online.
            """
    )

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Argument(help: "The version's code.")
    var code: Int

    @Option(help: "Why. It is kept with the version, and logged at the Center.")
    var reason: String

    @Flag(name: [.customShort("y"), .long], help: "Don't ask.")
    var yes = false

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting {
            let id = try miniAppID(miniApp)
            let client = try PublishingClient(center: center.url(), apiKey: apiKey.text())
            let trial = try await client.withdraw(code, of: id, reason: reason, isTrial: true)
            let version = Self.text(trial.version)
            guard yes || ask("Withdraw \(id) \(version)? \(Self.effect(of: trial))") else {
                throw Failure(
                    "\(id) \(version): \(Self.effect(of: trial)) Nothing was withdrawn. To withdraw it without being asked: --yes"
                )
            }
            let withdrawal = try await client.withdraw(code, of: id, reason: reason)
            try StatementRecords(folder: ring.url).keepWithdrawal(of: code, of: id, at: center.url())
            print("\(id) \(version) is withdrawn. \(Self.effect(of: withdrawal))")
            print(Self.offer(of: withdrawal, id))
        }
    }

    private static func text(_ version: Manifest.Version) -> String { "\(version.name) (code \(version.code))" }

    /// What devices open from then on.
    private static func effect(of withdrawal: Withdrawal) -> String {
        guard let fallback = withdrawal.fallback else {
            return "No version is left that devices may open, until you publish another one."
        }
        return fallback.code < withdrawal.version.code
            ? "Devices go back to \(text(fallback))." : "Devices open \(text(fallback)), as before."
    }

    /// The way to make it final, and what that means.
    private static func offer(of withdrawal: Withdrawal, _ id: MiniAppID) -> String {
        let floor = withdrawal.version.code + 1
        let publisher = id.rawValue.split(separator: ".").dropLast().joined(separator: ".")
        let lost = withdrawal.fallback.map { $0.code < floor ? ", \(text($0)) included" : "" } ?? ""
        let isNewerLive = withdrawal.fallback.map { $0.code >= floor } ?? false
        let first = isNewerLive ? "" : " Publish one from code \(floor) on first."
        return """

            Whoever takes the Center over could bring it back. A floor makes this final, even for devices that have never seen the \
            mini app: nothing online can undo it. The review team signs one with:

              atoll trust publisher \(publisher) --floor \(id)=\(floor) --data copy

            From then on no version below code \(floor) runs anywhere\(lost).\(first)
            """
    }
}
