import AtollNavigation

/// The screens of the products feature: the list, and a product.
public enum ProductsScreen: Fragment, Codable {
    case list
    case product(Product.ID)
}
