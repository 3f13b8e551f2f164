/// Markup that is safe to stand in a page as it is.
///
/// It comes from ``Templates``, which escape what they are given; whoever makes one by hand answers for it.
public struct HTML: Hashable, Sendable {
    public let markup: String

    public init(markup: String) { self.markup = markup }
}
