import AtollPackages
import BoundedHTTP
import Foundation

/// Counts the attempts of a request that fails in the network: at most three, if the first ones fail quickly.
struct Attempts {
    private var count = 1
    private let begun = TransferTime.now()

    static let maximum = 3
    /// The time after which there is no further attempt: a server that times out is not waited for again.
    private static let patience = Duration.seconds(5)

    /// Waits briefly and returns true, or returns false if there must be no further attempt.
    mutating func mayTryAgain() async -> Bool {
        guard count < Self.maximum, TransferTime.now() - begun < Self.patience, !TransferTime.isOver, !Task.isCancelled
        else { return false }
        let pause = Duration.milliseconds(100 << (2 * (count - 1)))
        count += 1
        // With jitter, so that many devices do not retry at the same instant.
        return (try? await Task.sleep(for: pause * Double.random(in: 0.5...1.5))) != nil
    }
}
