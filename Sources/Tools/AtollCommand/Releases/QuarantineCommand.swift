import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine", abstract: "Stop every device from starting a mini app, until you end it.",
        discussion: """
            For instance:
              atoll release quarantine com.example.kudos --reason "It collects passwords."
            """)

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Option(help: "The reason, which is recorded in the audit log.")
    var reason: String?

    @Flag(help: "Let devices start it again.")
    var end = false

    @OptionGroup
    var work: CenterOptions

    func validate() throws {
        if (reason == nil) != end { throw ValidationError("Use either --reason, or --end without a reason.") }
    }

    func run() async throws {
        try await reporting {
            let path = "v1/miniapps/\(CenterOptions.escaped(miniApp))/quarantine"
            if let reason {
                try await work.send("POST", path, .object(["reason": .string(reason)])) { (miniApp: MiniAppView) in
                    [
                        miniApp.isAnnounced
                            ? "\(miniApp.id): no device starts it from now on."
                            : "\(miniApp.id) is quarantined. Devices are notified as soon as possible."
                    ]
                }
            } else {
                try await work.send("DELETE", path, saying: "\(miniApp): devices start it again.")
            }
        }
    }
}
