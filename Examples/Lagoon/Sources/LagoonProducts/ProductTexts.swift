import AtollTexts
import Foundation

/// The texts of products in the languages in which they were shown: a thousand for each language of the app.
///
/// A lock guards them, which the compiler can't verify (`Mutex` needs iOS 18).
final class ProductTexts: @unchecked Sendable {
    /// The texts of one product in the list.
    struct Row {
        let name: String
        let price: String
    }

    static let shared = ProductTexts()

    private let lock = NSLock()
    private var rows: [String: [Product.ID: Row]] = [:]

    /// The texts of a product in ``TextLanguage/current``, made by `write` the first time.
    func row(of id: Product.ID, _ write: () -> Row) -> Row {
        let language = TextLanguage.current
        if let row = lock.withLock({ rows[language]?[id] }) { return row }
        let row = write()
        lock.withLock { rows[language, default: [:]][id] = row }
        return row
    }
}
