import AtollLinks
import AtollNavigation
import LagoonHub
import LagoonProducts
import LagoonToday

/// The embeddings of Lagoon's screens in those of an app: of the frame, and of the features between which the app adds
/// segues.
public struct LagoonEmbeddings<F: Fragment>: Sendable {
    /// The screens that belong to no feature.
    public let frame: Embedding<F, LagoonFrame>
    /// The screens of Today.
    public let today: Embedding<F, TodayScreen>
    /// The screens of the hub.
    public let hub: Embedding<F, HubScreen>
    /// The screens of the products feature.
    public let products: Embedding<F, ProductsScreen>
}

extension LagoonEmbeddings<LagoonScreen> {
    /// The embeddings in the app whose features are known at compile time.
    public static var fixed: LagoonEmbeddings {
        LagoonEmbeddings(
            frame: LagoonScreen.frame, today: LagoonScreen.todays, hub: LagoonScreen.hubs,
            products: LagoonScreen.products)
    }
}

extension LagoonEmbeddings<NamedScreen> {
    /// The embeddings in the app whose features are known only at run time.
    public static var named: LagoonEmbeddings {
        LagoonEmbeddings(
            frame: .named("lagoon"), today: .named(TodayScreen.map.name), hub: .named(HubScreen.map.name),
            products: .named(ProductsScreen.map.name))
    }
}
