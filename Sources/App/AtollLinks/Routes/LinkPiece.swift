import AtollNavigation

/// A part of a route's URL: a component of the path, or a query item. One line of the builder declares it.
public struct LinkPiece<F: Fragment>: Sendable {
    enum Kind: Sendable {
        case literal(String)
        case component(LinkCapture<F>)
        case item(String, LinkCapture<F>, LinkNeed)
        case rest
    }

    let kind: Kind
}
