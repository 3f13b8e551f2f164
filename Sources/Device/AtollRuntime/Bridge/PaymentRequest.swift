import AtollPackages
import Foundation

/// A mini app's request for a payment.
public struct PaymentRequest: Hashable, Sendable {
    /// The id, which the mini app chooses.
    public let id: String
    /// The amount, such as `12.30`.
    public let value: String
    /// The currency, as ISO 4217 has it.
    public let currency: String
    /// The purpose of the payment.
    public let label: String
    /// The items of the bill, if the mini app lists them; the values add up to the amount.
    public let items: [Item]
    /// Further data for the provider, such as an order number; the user does not see it.
    public let data: BridgeValue?

    /// A line of a bill.
    public struct Item: Hashable, Sendable, Codable {
        /// The name of the item.
        public let label: String
        /// The price, in the form of the amount.
        public let value: String

        /// Describes a line.
        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// Describes a request.
    public init(
        id: String, value: String, currency: String, label: String, items: [Item] = [], data: BridgeValue? = nil
    ) {
        self.id = id
        self.value = value
        self.currency = currency
        self.label = label
        self.items = items
        self.data = data
    }
}

extension PaymentRequest {
    /// How many decimals amounts in a currency have (ISO 4217), where it is not two.
    private static let decimals = [
        "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0, "KRW": 0,
        "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0,
        "XOF": 0, "XPF": 0,
    ]

    /// Whether the values of a bill add up to its total: a bill that differs from the charge is misleading.
    ///
    /// - Complexity: O(*n*) in the values, of which there may be 100.
    public static func isBill(_ values: [String], of total: String, in currency: String) -> Bool {
        let amounts = values.map { minorUnits($0, in: currency) }
        return values.count <= 100 && !amounts.contains(nil)
            && amounts.reduce(0) { $0 + ($1 ?? 0) } == minorUnits(total, in: currency)
    }

    /// An amount in the smallest unit of its currency, such as cents; nil if the text is not an amount.
    private static func minorUnits(_ value: String, in currency: String) -> Int? {
        let places = decimals[currency] ?? 2
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard parts.count == 1 || (1...max(1, places)).contains(fraction.utf8.count) && places > 0 else { return nil }
        return Int(parts[0] + fraction + String(repeating: "0", count: places - fraction.utf8.count))
    }

    /// Whether a text is an amount of more than nothing, with no more decimals than the currency has: what is shown is
    /// what is taken.
    public static func isAmount(_ value: String, in currency: String) -> Bool {
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else { return false }
        return minorUnits(value, in: currency) ?? 0 > 0
    }
}
