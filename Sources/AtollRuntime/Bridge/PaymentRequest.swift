import AtollPackages
import Foundation

/// What a mini app asks the user to pay.
public struct PaymentRequest: Hashable, Sendable {
    /// The id, which the mini app chooses.
    public let id: String
    /// The amount, such as `12.30`.
    public let value: String
    /// The currency, as ISO 4217 has it.
    public let currency: String
    /// What it is for.
    public let label: String

    /// Describes a request.
    public init(id: String, value: String, currency: String, label: String) {
        self.id = id
        self.value = value
        self.currency = currency
        self.label = label
    }
}

extension PaymentRequest {
    /// How many decimals amounts in a currency have (ISO 4217), where it is not two.
    private static let decimals = [
        "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0, "KRW": 0,
        "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0,
        "XOF": 0, "XPF": 0,
    ]

    /// Whether a text is an amount of more than nothing, with no more decimals than the currency has: what is shown is what is
    /// taken.
    public static func isAmount(_ value: String, in currency: String) -> Bool {
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else { return false }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, (1...9).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            value.utf8.contains(where: { (0x31...0x39).contains($0) })
        else { return false }
        return parts.count == 1
            || (1...max(1, decimals[currency] ?? 2)).contains(parts[1].utf8.count)
                && decimals[currency] != 0
    }
}
