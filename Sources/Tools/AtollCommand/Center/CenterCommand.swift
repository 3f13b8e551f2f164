import ArgumentParser

/// The entry for `atoll center` in the list of commands. ``CenterProgram`` runs it.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center", abstract: "Run a Mini App Center, and give publishers access to it.",
        discussion: """
            The work is done by a separate program, atoll-center, with the databases that a server needs.

              atoll center serve
              atoll center help    lists the rest
            """)

    @Argument(parsing: .captureForPassthrough, help: "The arguments for atoll-center.")
    var words: [String] = []

    func run() throws { CenterProgram.become(with: words) }
}
