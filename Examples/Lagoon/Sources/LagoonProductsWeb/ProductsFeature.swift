import AtollLinks
import AtollNavigation
import AtollPages
import AtollTexts
import Foundation
import LagoonProducts

/// A list of a thousand products, a hundred at a time, with the selected one next to it.
public enum ProductsFeature {
    /// The feature, with its pages.
    ///
    /// - Throws: An error if the templates can't be read.
    public static func feature() throws -> Feature<ProductsScreen> {
        let templates = try Templates(in: .module, texts: .products)
        return Feature(
            ProductsScreen.map, title: "Products",
            icon: HTML(markup: #"<path d="M4 8l8-4 8 4v8l-8 4-8-4z"/><path d="M4 8l8 4 8-4M12 12v8"/>"#),
            pages: Pages { context in
                switch context.place {
                case .list: list(context, templates)
                case .product(let id): try product(id, context, templates)
                }
            },
            templates: templates,
            searches: [
                FeatureSearch(title: { localized("Products") }) { query in
                    Product.matching(query.text).prefix(query.limit).map {
                        .init($0.name, detail: $0.priceText, target: .product($0.id))
                    }
                }
            ]
        )
    }

    private struct List: Encodable, Sendable {
        let address: String
        let search: String
        let summary: String
        let isEmpty: Bool
        /// Whether the main content of the page is a product, shown next to the list.
        let isBeside: Bool
        /// The paths in the background, as hidden fields of the form: submitting a form replaces the query of its URL.
        let background: [String]
        let rows: [Row]
        let previous: String?
        let next: String?
    }

    /// How many products a page of the list has.
    private static let pageSize = 100

    private struct Row: Encodable, Sendable {
        let id: Int
        let name: String
        let kind: String
        let price: String
        let color: String
        let address: String
        let isCurrent: Bool
    }

    private static func list(_ context: PageContext<ProductsScreen>, _ templates: Templates) -> Page {
        let chosen = context.presented(ProductsScreen.product)
        let search = context.link.parameters[ProductsScreen.search] ?? ""
        let found = Product.matching(search)
        let pages = max(1, (found.count + pageSize - 1) / pageSize)
        let ofChosen = found.firstIndex { $0.id == chosen }.map { $0 / pageSize + 1 } ?? 1
        let page = min(max(context.link.parameters[ProductsScreen.page] ?? ofChosen, 1), pages)
        let shown = found[min((page - 1) * pageSize, found.count)..<min(page * pageSize, found.count)]
        func address(ofPage number: Int) -> String? {
            guard (1...pages).contains(number) else { return nil }
            var parameters = context.link.parameters
            parameters[ProductsScreen.page] = number
            let screen: ProductsScreen = chosen.map { .product($0) } ?? .list
            return context.address(of: .present(screen), parameters: parameters)
        }
        let rows = shown.map { product in
            Row(
                id: product.id, name: product.name, kind: product.kind, price: product.priceText, color: product.color,
                address: Self.address(of: product.id, context) ?? "",
                isCurrent: product.id == chosen
            )
        }
        return Page(
            localized("Products"),
            templates.render(
                "list",
                List(
                    address: context.address(presenting: .list) ?? "", search: search,
                    summary: summary(of: found.count, shown.indices), isEmpty: rows.isEmpty,
                    isBeside: chosen != nil,
                    background: background(of: context.current),
                    rows: rows, previous: address(ofPage: page - 1), next: address(ofPage: page + 1)
                )
            )
        )
    }

    private static func summary(of count: Int, _ shown: Range<Int>) -> String {
        count <= pageSize
            ? localized("\(count) products")
            : localized("\(count) products, \(shown.lowerBound + 1) to \(shown.upperBound)")
    }

    private static func background(of address: String) -> [String] {
        guard let link = try? DeepLink(path: address) else { return [] }
        return link.items.filter { $0.name == DeepLink.backgroundItem }.map(\.value)
    }

    /// The path of a product, with the search text of the list next to it.
    private static func address(of id: Int, _ context: PageContext<ProductsScreen>) -> String? {
        context.address(of: .present(.product(id)), parameters: context.link.parameters)
    }

    private struct Detail: Encodable, Sendable {
        let id: Int
        let name: String
        let kind: String
        let price: String
        let summary: String
        let color: String
        let address: String
        let previous: String?
        let next: String?
    }

    private static func product(
        _ id: Product.ID, _ context: PageContext<ProductsScreen>, _ templates: Templates
    ) throws -> Page {
        guard let product = Product.find(id) else {
            throw PageError.notFound(
                localized("This product doesn't exist. Products are numbered from 1 to \(Product.all.count)."))
        }
        func address(_ id: Int) -> String? {
            Product.find(id) == nil ? nil : Self.address(of: id, context)
        }
        return Page(
            product.name,
            templates.render(
                "product",
                Detail(
                    id: id, name: product.name, kind: product.kind, price: product.priceText, summary: product.summary,
                    color: product.color, address: context.current, previous: address(id - 1), next: address(id + 1)
                )
            ),
            placement: .beside
        )
    }
}
