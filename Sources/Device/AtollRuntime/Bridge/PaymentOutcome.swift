import AtollPackages
import Foundation

/// How a payment has ended.
public struct PaymentOutcome: Hashable, Sendable, Codable {
    /// The kinds of end.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable { case paid, pending, cancelled, failed }

    /// The kind of end.
    public let status: Status
    /// The number of the receipt; nil if nothing was paid.
    public let receipt: String?

    /// Describes an outcome.
    public init(_ status: Status, receipt: String? = nil) {
        self.status = status
        self.receipt = receipt
    }
}
