import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation

/// `atoll center allow`: lets a code jump once.
struct CenterAllowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Let a mini app's next version code be far above the last one.",
        discussion: """
            A Center refuses a version whose code is more than 10,000 above the one before it: a stolen key that signs the \
            highest code there is would otherwise leave the mini app no way on.
            """
    )

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Option(help: "The highest code that its next version may have.")
    var code: Int

    @OptionGroup
    var data: CenterDataOption

    func run() async throws {
        try await reporting {
            guard let id = MiniAppID(miniApp) else {
                throw Failure("\"\(miniApp)\" is not a valid mini app id. Expected one such as com.example.kudos.")
            }
            guard (1...Int(Int32.max)).contains(code) else {
                throw Failure("A code is a number from 1 to \(Int32.max).")
            }
            try await data.center().allowCode(code, of: id)
            print("The next version of \(id) may have any code up to \(code).")
        }
    }
}
