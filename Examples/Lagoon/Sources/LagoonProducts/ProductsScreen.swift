import AtollNavigation

/// The places of the products feature: the list, and one product, which has its number as id.
public enum ProductsScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case list, product

    public var description: String { rawValue }
}
