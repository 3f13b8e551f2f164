import AtollNavigation

/// The places of the products feature: the list, and one product.
public enum ProductsScreen: Fragment, Codable {
    case list
    case product(Product.ID)
}
