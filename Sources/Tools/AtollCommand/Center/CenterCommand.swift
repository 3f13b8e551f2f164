import ArgumentParser

/// `atoll center`, for the list of commands: ``CenterProgram`` carries it out.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center", abstract: "Run a Mini App Center, and give publishers access to it.",
        discussion: """
            It is a separate program, atoll-center, with the databases that a server needs.

              atoll center serve
              atoll center help    lists the rest
            """)

    @Argument(parsing: .captureForPassthrough, help: "What atoll-center is asked to do.")
    var words: [String] = []

    func run() throws { CenterProgram.become(with: words) }
}
