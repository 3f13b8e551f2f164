/// A screen, or a part of one, that can be presented: usually a case of an enum.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash, login, dashboard, compose
/// }
/// ```
public protocol Fragment: Hashable, Sendable {}
