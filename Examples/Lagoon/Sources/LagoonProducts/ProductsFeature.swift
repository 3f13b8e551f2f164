import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

extension LinkParameter {
    /// What the list is searched for.
    static var search: LinkParameter<String> { .init("search") }
}

/// A list of a thousand products, and each of them beside it.
public enum ProductsFeature {
    public static func feature() throws -> Feature<ProductsScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            name: "products", title: "Products",
            icon: HTML(markup: #"<path d="M4 8l8-4 8 4v8l-8 4-8-4z"/><path d="M4 8l8 4 8-4M12 12v8"/>"#),
            graph: NavigationGraph { hold(ProductsScreen.list => .product(.any)).dismissable() },
            links: LinkRouter<ProductsScreen> {
                Route(to: .list) {
                    path("products")
                    query(optional: LinkParameter<String>.search)
                }
                Route(ProductsScreen.list => .product(.any)) {
                    path("products")
                    query("id", ProductsScreen.product)
                    query(optional: LinkParameter<String>.search)
                }
            },
            pages: Pages { context in
                switch context.place {
                case .list: list(context, templates)
                case .product(let id): try product(id, context, templates)
                }
            },
            stylesheet: templates.text("products.css")
        )
    }

    private struct List: Sendable {
        let address: String
        let search: String
        let summary: String
        let isEmpty: Bool
        /// Whether the page's own contents are a product, beside the list.
        let isBeside: Bool
        /// What lies behind, for the form to send along: a form gives an address another query.
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
        let search = context.link.parameters[LinkParameter<String>.search] ?? ""
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

    /// A product's address, in which the list beside it stays as it was searched.
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
            throw PageError.notFound("There is no such product. They are numbered from 1 to \(Product.all.count).")
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
