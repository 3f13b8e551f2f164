import AtollPackages
import AtollRuntime
import AtollWeb
import DurableFiles
import Foundation

/// A wallet for trials: everybody begins with 100.00 of each currency, and no money moves.
actor TestWallet: PaymentProvider {
    /// What a user has paid.
    private struct Payment: Codable {
        let value: Decimal
        let currency: String
        let outcome: PaymentOutcome
        let label: String
    }

    private let file: URL
    /// The payments by user, then by mini app and id.
    private var payments: [String: [String: Payment]]

    private static let balance = Decimal(100)

    /// Opens the file, which is created with the first payment.
    ///
    /// - Throws: An error if the file can't be read.
    init(_ file: URL) throws {
        self.file = file
        let data = FileManager.default.contents(atPath: file.path)
        payments = try data.map { try JSONDecoder().decode([String: [String: Payment]].self, from: $0) } ?? [:]
    }

    func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) async -> PaymentOutcome {
        let key = "\(miniApp) \(payment.id)"
        // Whoever asks twice, because an answer got lost, pays once.
        if let known = payments[user]?[key] { return known.outcome }
        guard let value = Decimal(string: payment.value, locale: Locale(identifier: "en_US_POSIX")), value > 0 else {
            return PaymentOutcome(.failed)
        }
        let spent = (payments[user] ?? [:]).values
            .filter { $0.currency == payment.currency && $0.outcome.status == .paid }
            .reduce(Decimal(0)) { $0 + $1.value }
        guard spent + value <= Self.balance else { return PaymentOutcome(.failed) }
        let outcome = PaymentOutcome(.paid, receipt: "T-\(UUID().uuidString.prefix(8))")
        var changed = payments
        changed[user, default: [:]][key] = Payment(
            value: value, currency: payment.currency, outcome: outcome, label: payment.label)
        do {
            try DurableFile.write(JSONEncoder().encode(changed), to: file, permissions: 0o600)
        } catch {
            return PaymentOutcome(.failed)
        }
        payments = changed
        return outcome
    }
}
