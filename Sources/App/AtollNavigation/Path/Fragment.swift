/// A screen, or a part of one, that can be presented; usually a case of an enum. A screen that exists many times
/// carries what distinguishes its instances as the associated value of its case.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash, login, products
///     case product(Product.ID)
/// }
/// ```
///
/// `product(30)` and `product(31)` are two places of one family: a graph's rules are the same for both. Nested enums,
/// such as a feature's screens within an app's, are looked into: `shop(.product(30))` and `shop(.product(31))` form a
/// family, and `shop(.products)` is a single fragment.
///
/// Families are found by reflection when a value that is not on the path is presented or queried. A type that is not an
/// enum, or that needs faster lookups, conforms to ``IdentifiedFragment``.
public protocol Fragment: Hashable, Sendable {}

extension Fragment {
    /// The associated value of a case, or nil if this is a different case.
    ///
    /// ```swift
    /// Screen.product(30).value(of: Screen.product)                // 30
    /// Screen.splash.value(of: Screen.product)                     // nil
    /// App.shop(.product(30)).value { App.shop(.product($0)) }     // 30
    /// ```
    ///
    /// - Complexity: That of reflection.
    public func value<Value>(of makeFragment: (Value) -> Self) -> Value? {
        firstInside { inner in (inner as? Value).flatMap { makeFragment($0) == self ? $0 : nil } }
    }

    /// The first result of `look`, applied to the associated value, then to that value's own associated value, and so
    /// on.
    func firstInside<Found>(_ look: (Any) -> Found?) -> Found? {
        var current: Any = self
        while let inner = Mirror(reflecting: current).onlyValue {
            if let found = look(inner) { return found }
            current = inner
        }
        return nil
    }
}

extension Fragment {
    /// The name of the fragment in messages: `shop.product(30)`. Its own description, if it has one.
    package var readableName: String {
        if let described = self as? any CustomStringConvertible { return described.description }
        let mirror = Mirror(reflecting: self)
        guard let value = mirror.onlyValue, let name = mirror.children.first?.label else { return "\(self)" }
        if let id = value as? any FragmentID, id.isAny { return name }
        if let inner = value as? any Fragment { return "\(name).\(inner.readableName)" }
        return "\(name)(\(value))"
    }
}

extension Fragment {
    /// The name of the fragment, or of its family, in messages about rules: `shop.product`.
    var ruleName: String { FragmentKind(self).description }
}

extension GraphEdge where F: Fragment {
    /// The name of the edge in messages about rules.
    var ruleName: String { "\(from.ruleName) -> \(to.ruleName)" }
}

extension Mirror {
    /// The associated value of an enum case. A single value with a label, which reflects as a one-element tuple, is
    /// unwrapped.
    var onlyValue: Any? {
        guard displayStyle == .enum, let value = children.first?.value else { return nil }
        let inner = Mirror(reflecting: value)
        return inner.displayStyle == .tuple && inner.children.count == 1 ? inner.children.first?.value : value
    }
}
