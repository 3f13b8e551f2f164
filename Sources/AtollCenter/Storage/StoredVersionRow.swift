import AtollPackages
import Foundation
import SignedJSON

/// A version as databases store it: its parts as text and numbers.
package struct StoredVersionRow: Sendable {
    package let listing: String
    package let statement: String
    package let publisher: String
    package let epoch: Int
    /// When it was withdrawn, in seconds since 1970.
    package let withdrawn: Int?
    package let withdrawalReason: String
    package let minimumHost: String?

    package init(
        listing: String, statement: String, publisher: String, epoch: Int, withdrawn: Int?, withdrawalReason: String,
        minimumHost: String?
    ) {
        self.listing = listing
        self.statement = statement
        self.publisher = publisher
        self.epoch = epoch
        self.withdrawn = withdrawn
        self.withdrawalReason = withdrawalReason
        self.minimumHost = minimumHost
    }

    package init(_ version: StoredVersion) throws {
        self.init(
            listing: try SearchEntry.text(of: version.listing),
            statement: String(decoding: version.statement.json.readableBytes, as: UTF8.self),
            publisher: version.publisher.rawValue, epoch: version.epoch,
            // cannot trap: a time at which a request arrived.
            withdrawn: version.withdrawal.map { Int($0.date.timeIntervalSince1970) },
            withdrawalReason: version.withdrawal?.reason ?? "", minimumHost: version.minimumHost)
    }

    package var version: StoredVersion {
        get throws {
            guard let publisher = PublisherID(publisher) else { throw StoredDataError.badPublisher(publisher) }
            return StoredVersion(
                listing: try JSONDecoder.center.decode(MiniAppListing.self, from: Data(listing.utf8)),
                publisher: publisher, statement: try SignedStatement(parsing: Data(statement.utf8)),
                minimumHost: minimumHost, epoch: epoch,
                withdrawal: withdrawn.map { (Date(timeIntervalSince1970: Double($0)), withdrawalReason) })
        }
    }
}
