/// A directed, ruled edge between two fragments.
public struct Segue<F: Fragment>: Hashable, Sendable {
    /// What becomes of the source when the target is presented.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Both are presented: a sheet, a detail beside its list, a player over everything.
        case hold
        /// The source, and all that it holds, gives way to the target: the next screen.
        case pass
        /// Held, but of one source's picks only the newest is presented: tabs.
        case pick
    }

    /// A name by which segues are presented and dismissed.
    public struct Tag: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral value: String) { self.init(rawValue: value) }

        public var description: String { rawValue }
    }

    public let edge: GraphEdge<F>
    public var style: Style
    /// Whether the target can be dismissed, back to the source.
    public var isDismissable: Bool
    /// Whether the target is presented as soon as the source is.
    public var isAuto: Bool
    public var tag: Tag?
    /// What must be true for the segue to be open.
    public var condition: Condition?
    /// Where to go instead while the condition is not met; what was wanted is kept, and resumed when it is.
    public var redirect: F?

    public init(
        _ edge: GraphEdge<F>, style: Style = .pass, isDismissable: Bool = false, isAuto: Bool = false,
        tag: Tag? = nil, condition: Condition? = nil, redirect: F? = nil
    ) {
        self.edge = edge
        self.style = style
        self.isDismissable = isDismissable
        self.isAuto = isAuto
        self.tag = tag
        self.condition = condition
        self.redirect = redirect
    }

    public var from: F { edge.from }
    public var to: F { edge.to }
}
