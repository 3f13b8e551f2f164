import AtollPackages
import AtollRuntime
import AtollWeb
import DurableFiles
import Foundation

/// A wallet for trials: each user begins with 100.00 of each currency, and no money moves.
actor TestWallet: PaymentProvider {
    /// A user's payment.
    private struct Payment: Codable {
        let value: Decimal
        let currency: String
        let outcome: PaymentOutcome
        let label: String
        /// The data that the mini app passed with it, as JSON.
        let data: String?
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
        payments =
            try DurableFile.contents(of: file).map {
                try JSONDecoder().decode([String: [String: Payment]].self, from: $0)
            } ?? [:]
    }

    func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) async -> PaymentOutcome {
        let key = "\(miniApp) \(payment.id)"
        guard let value = Decimal(string: payment.value, locale: Locale(identifier: "en_US_POSIX")), value > 0 else {
            return PaymentOutcome(.failed)
        }
        // A request that is repeated because its response was lost is paid once. The same id with another amount is
        // another request.
        if let known = payments[user]?[key] {
            guard known.value == value, known.currency == payment.currency else { return PaymentOutcome(.failed) }
            return known.outcome
        }
        let spent = (payments[user] ?? [:]).values
            .filter { $0.currency == payment.currency && $0.outcome.status == .paid }
            .reduce(Decimal(0)) { $0 + $1.value }
        guard spent + value <= Self.balance else { return PaymentOutcome(.failed) }
        let outcome = PaymentOutcome(.paid, receipt: "T-\(UUID().uuidString.prefix(8))")
        var changed = payments
        changed[user, default: [:]][key] = Payment(
            value: value, currency: payment.currency, outcome: outcome, label: payment.label,
            data: payment.data.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) })
        do {
            try save(changed)
        } catch {
            return PaymentOutcome(.failed)
        }
        return outcome
    }

    private func save(_ changed: [String: [String: Payment]]) throws {
        try DurableFile.write(JSONEncoder().encode(changed), to: file, permissions: 0o600)
        payments = changed
    }
}

extension TestWallet: UserDataSource {
    func files(of user: User) throws -> [UserDataFile] {
        guard let own = payments[user.id] else { return [] }
        return [try UserDataFile(path: "payments.json", json: own)]
    }

    func removeAll(of user: User) throws {
        guard payments[user.id] != nil else { return }
        try save(payments.filter { $0.key != user.id })
    }
}
