import AtollNavigation

/// Collects the pieces of a route.
@resultBuilder
public enum LinkPieceBuilder<F: Fragment> {
    public static func buildExpression<Element: LinkElement>(_ element: Element) -> [LinkPiece<F>]
    where Element.Destination == F { [element.piece] }
    public static func buildPartialBlock(first: [LinkPiece<F>]) -> [LinkPiece<F>] { first }
    public static func buildPartialBlock(accumulated: [LinkPiece<F>], next: [LinkPiece<F>]) -> [LinkPiece<F>] {
        accumulated + next
    }
    public static func buildBlock() -> [LinkPiece<F>] { [] }
}
