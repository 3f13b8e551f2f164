import AtollNavigation

/// Collects the routes of a router.
@resultBuilder
public enum RouteBuilder<F: Fragment> {
    public static func buildExpression(_ route: Route<F>) -> [Route<F>] { [route] }
    public static func buildExpression(_ routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildPartialBlock(first: [Route<F>]) -> [Route<F>] { first }
    public static func buildPartialBlock(accumulated: [Route<F>], next: [Route<F>]) -> [Route<F>] { accumulated + next }
    public static func buildOptional(_ routes: [Route<F>]?) -> [Route<F>] { routes ?? [] }
    public static func buildEither(first routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildEither(second routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildArray(_ routes: [[Route<F>]]) -> [Route<F>] { routes.flatMap(\.self) }
    public static func buildBlock() -> [Route<F>] { [] }
}
