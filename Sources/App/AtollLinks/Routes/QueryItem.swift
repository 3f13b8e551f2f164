import AtollNavigation

/// An item of a route's query: the id of a fragment on the way, or a parameter.
///
/// ```swift
/// Route(.list => .product(.any)) {
///     PathSegment("products")
///     QueryItem("id", Screen.product)
///     QueryItem(Shop.page, default: 1)
/// }
/// ```
public struct QueryItem<F: Fragment>: LinkElement {
    /// The part of the URL that this line declares.
    public let piece: LinkPiece<F>

    /// A required item that is the id of a fragment on the way, named by its case; or of several fragments with the
    /// same id.
    public init<Value: LinkValue>(_ name: String, _ fragments: @Sendable (Value) -> F...) {
        self.init(name, ids: fragments)
    }

    /// A required item that is a parameter.
    public init<Value: LinkValue>(_ parameter: LinkParameter<Value>) { self.init(parameter, .required) }

    /// An optional item that is a parameter.
    public init<Value: LinkValue>(optional parameter: LinkParameter<Value>) { self.init(parameter, .optional) }

    /// An item that takes a default value if it is missing, and is not printed if it has that value.
    public init<Value: LinkValue>(_ parameter: LinkParameter<Value>, default value: Value) {
        self.init(parameter, .defaulted(value.linkText))
    }

    /// An item that may appear any number of times.
    public init<Value: LinkValue>(repeated parameter: LinkParameter<Value>) { self.init(parameter, .repeated) }

    private init<Value: LinkValue>(_ parameter: LinkParameter<Value>, _ need: LinkNeed) {
        piece = LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), need))
    }

    init<Value: LinkValue>(_ name: String, ids fragments: [@Sendable (Value) -> F]) {
        piece = LinkPiece(kind: .item(name, LinkCapture(id: fragments), .required))
    }
}
