import ArgumentParser
import Foundation
import SignedJSON

/// A time as a command-line argument: `2027-03-01T09:00:00Z`.
struct PointInTime: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        guard let date = Timestamp.date(argument), let seconds = Int(exactly: date.timeIntervalSince1970.rounded())
        else {
            return nil
        }
        self.seconds = seconds
    }
}
