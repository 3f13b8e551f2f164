import ArgumentParser

struct SubmitReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit a draft for review.",
        discussion: """
            In a super app that requires no review, it is approved immediately.

            For instance:
              atoll release submit com.example.kudos 4 --notes "Badges can be taken back."
            """)

    @OptionGroup
    var place: VersionPlace

    @OptionGroup
    var wish: WishOptions

    func run() async throws { try await place.change("submit", wish.body) }
}
