import ArgumentParser
import AtollCenter
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll center allow`: permits one large jump of a version code.
struct CenterAllowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Permit a mini app's next version code to be far above the last one.",
        discussion: """
            A Center refuses a version whose code is more than 10,000 above the one before it: otherwise a stolen key \
            could sign the highest possible code, and no later version could be published.

            For instance:
              atoll center allow com.example.kudos --code 100000 --data center
            """
    )

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Option(help: "The highest code that its next version may have.")
    var code: Int

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            guard let id = MiniAppID(miniApp) else {
                throw Failure("\"\(miniApp)\" is not a valid mini app id. Expected one such as com.example.kudos.")
            }
            guard (1...Int(Int32.max)).contains(code) else {
                throw Failure("A version code must be a number from 1 to \(Int32.max).")
            }
            try await storage.center().allowCode(code, of: id)
            result.show(
                ["id": .string(id.rawValue), "code": .integer(code)],
                "The next version of \(id) may have any code up to \(code).")
        }
    }
}
