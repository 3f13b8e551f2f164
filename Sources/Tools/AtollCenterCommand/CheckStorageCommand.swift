import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation
import ObjectStorage
import SignedJSON

/// `atoll center check-storage`: tests whether a bucket supports what a Center relies on.
struct CheckStorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-storage", abstract: "Test whether a bucket supports everything that a Center relies on.",
        discussion: """
            Exits with status 1 if anything does not work. It stores objects in check/, and removes them again.

            For instance:
              atoll center check-storage --database postgresql://localhost/center --objects s3://bucket/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            var outcomes: [BucketCheck.Outcome] = []
            result.say("Testing \(storage.place)")
            await BucketCheck(try storage.bucket(), name: UUID().uuidString.lowercased()).run { outcome in
                result.say(
                    "\(outcome.fault == nil ? "ok   " : "FAILS") \(outcome.name)\(outcome.fault.map { ": \($0)" } ?? "")"
                )
                outcomes.append(outcome)
            }
            let faults = outcomes.count { $0.fault != nil }
            let items = outcomes.map { outcome in
                JSONValue.object([
                    "name": .string(outcome.name), "fault": .optional(outcome.fault),
                ])
            }
            result.show(
                ["items": .array(items), "faults": .integer(faults)],
                lines: faults == 0 ? ["A Center can use this bucket."] : [])
            guard faults == 0 else {
                throw Failure(
                    """
                    A Center can't use this bucket: \(faults) of \(outcomes.count) failed. For the first, check the \
                    name of the bucket, its endpoint, the credentials and their rights, and the clock of this machine.
                    """)
            }
        }
    }
}
