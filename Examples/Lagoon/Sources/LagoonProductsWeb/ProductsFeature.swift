import AtollLinks
import AtollNavigation
import AtollPages
import Foundation
import LagoonProducts

/// A list of a thousand products, with the selected one next to it.
public enum ProductsFeature {
    /// The feature, with its pages.
    ///
    /// - Throws: An error if the templates can't be read.
    public static func feature() throws -> Feature<ProductsScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            ProductsScreen.map, title: "Products",
            icon: HTML(markup: #"<path d="M4 8l8-4 8 4v8l-8 4-8-4z"/><path d="M4 8l8 4 8-4M12 12v8"/>"#),
            pages: Pages { context in
                switch context.place {
                case .list: list(context, templates)
                case .product(let id): try product(id, context, templates)
                }
            },
            templates: templates
        )
    }

    private struct List: Sendable {
        let address: String
        let search: String
        let summary: String
        let isEmpty: Bool
        /// Whether the main content of the page is a product, shown next to the list.
        let isBeside: Bool
        /// The paths in the background, as hidden fields of the form: submitting a form replaces the query of its URL.
        let background: [String]
        let rows: [Row]
    }

    private struct Row: Sendable {
        let id: Int
        let name: String
        let kind: String
        let price: String
        let hue: Int
        let address: String
        let isCurrent: Bool
    }

    private static func list(_ context: PageContext<ProductsScreen>, _ templates: Templates) -> Page {
        let chosen = context.presented(ProductsScreen.product)
        let search = context.link.parameters[ProductsScreen.search] ?? ""
        let found = Product.matching(search)
        let rows = found.map { product in
            Row(
                id: product.id, name: product.name, kind: product.kind, price: product.priceText, hue: product.hue,
                address: address(of: product.id, context) ?? "",
                isCurrent: product.id == chosen
            )
        }
        return Page(
            "Products",
            templates.render(
                "list",
                List(
                    address: context.address(presenting: .list) ?? "", search: search,
                    summary: found.count == 1 ? "1 product" : "\(found.count) products", isEmpty: rows.isEmpty,
                    isBeside: chosen != nil,
                    background: background(of: context.current),
                    rows: rows
                )
            )
        )
    }

    private static func background(of address: String) -> [String] {
        guard let link = try? DeepLink(path: address) else { return [] }
        return link.items.filter { $0.name == DeepLink.backgroundItem }.map(\.value)
    }

    /// The path of a product, with the search text of the list next to it.
    private static func address(of id: Int, _ context: PageContext<ProductsScreen>) -> String? {
        context.address(of: .present(.product(id)), parameters: context.link.parameters)
    }

    private struct Detail: Sendable {
        let id: Int
        let name: String
        let kind: String
        let price: String
        let summary: String
        let hue: Int
        let previous: String?
        let next: String?
    }

    private static func product(
        _ id: Product.ID, _ context: PageContext<ProductsScreen>, _ templates: Templates
    ) throws -> Page {
        guard let product = Product.find(id) else {
            throw PageError.notFound("There is no such product. Products are numbered from 1 to \(Product.all.count).")
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
                    hue: product.hue, previous: address(id - 1), next: address(id + 1)
                )
            ),
            placement: .beside
        )
    }
}
