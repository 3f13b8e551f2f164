import AtollNavigation

/// What one line of a route's builder says: a component of the URL's path, or a query item.
public struct LinkPiece<F: Fragment>: Sendable {
    enum Kind: Sendable {
        case literal(String)
        case component(LinkCapture<F>)
        case item(String, LinkCapture<F>, LinkNeed)
        case rest
    }

    let kind: Kind
}
