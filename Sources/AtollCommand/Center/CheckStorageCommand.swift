import ArgumentParser
import AtollCenter
import Foundation
import ObjectStorage

/// `atoll center check-storage`: tries what a Center relies on against a bucket.
struct CheckStorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-storage", abstract: "Try everything that a Center relies on against a bucket.",
        discussion: "Exits with status 1 if anything does not work. What it stores, below check/, it removes again."
    )

    @OptionGroup
    var storage: CenterStorageOptions

    func run() async throws {
        try await reporting {
            var (faults, count) = (0, 0)
            print("Trying \(storage.place)")
            await BucketCheck(try storage.bucket(), name: UUID().uuidString.lowercased()).run { outcome in
                print(
                    "\(outcome.fault == nil ? "ok   " : "FAILS") \(outcome.name)\(outcome.fault.map { ": \($0)" } ?? "")"
                )
                if outcome.fault != nil { faults += 1 }
                count += 1
            }
            guard faults == 0 else {
                throw Failure(
                    """
                    A Center can't use this bucket: \(faults) of \(count) failed. Look at the first: the name of the bucket, its \
                    endpoint, the credentials and their rights, the clock of this machine.
                    """)
            }
            print("A Center can use this bucket.")
        }
    }
}
