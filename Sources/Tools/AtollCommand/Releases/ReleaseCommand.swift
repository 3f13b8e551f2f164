import ArgumentParser

/// `atoll release`: submits, releases and withdraws uploaded versions.
struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Submit versions, release them step by step, hold and withdraw them.",
        discussion: """
            A version is uploaded with `atoll publish`. Where a super app asks for reviews, a reviewer approves it before it \
            is released; see `atoll review`.
            """,
        subcommands: [
            ListReleasesCommand.self, ShowReleaseCommand.self, SubmitReleaseCommand.self, RecallReleaseCommand.self,
            DiscardReleaseCommand.self, ScheduleReleaseCommand.self, UnscheduleReleaseCommand.self,
            PlanReleaseCommand.self, StartReleaseCommand.self, StepReleaseCommand.self, HoldReleaseCommand.self,
            ResumeReleaseCommand.self, CompleteReleaseCommand.self, WithdrawReleaseCommand.self,
            QuarantineCommand.self,
        ])
}
