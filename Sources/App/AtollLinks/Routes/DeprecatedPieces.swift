import AtollNavigation

// Names of earlier releases, which stay for one more.

/// The earlier name of ``PathSegment``.
@available(*, deprecated, renamed: "PathSegment")
public func path<F: Fragment>(_ literal: String) -> PathSegment<F> { PathSegment(literal) }

/// The earlier name of ``PathSegment``.
@available(*, deprecated, renamed: "PathSegment")
public func path<F: Fragment, Value: LinkValue>(_ fragments: @Sendable (Value) -> F...) -> PathSegment<F> {
    PathSegment(ids: fragments)
}

/// The earlier name of ``PathSegment``.
@available(*, deprecated, renamed: "PathSegment")
public func path<F: Fragment, Value: LinkValue>(_ parameter: LinkParameter<Value>) -> PathSegment<F> {
    PathSegment(parameter)
}

/// The earlier name of ``QueryItem``.
@available(*, deprecated, renamed: "QueryItem")
public func query<F: Fragment, Value: LinkValue>(
    _ name: String, _ fragments: @Sendable (Value) -> F...
) -> QueryItem<F> {
    QueryItem(name, ids: fragments)
}

/// The earlier name of ``QueryItem``.
@available(*, deprecated, renamed: "QueryItem")
public func query<F: Fragment, Value: LinkValue>(_ parameter: LinkParameter<Value>) -> QueryItem<F> {
    QueryItem(parameter)
}

/// The earlier name of ``QueryItem``.
@available(*, deprecated, renamed: "QueryItem(optional:)")
public func query<F: Fragment, Value: LinkValue>(optional parameter: LinkParameter<Value>) -> QueryItem<F> {
    QueryItem(optional: parameter)
}

/// The earlier name of ``QueryItem``.
@available(*, deprecated, renamed: "QueryItem(_:default:)")
public func query<F: Fragment, Value: LinkValue>(
    _ parameter: LinkParameter<Value>, default value: Value
) -> QueryItem<F> {
    QueryItem(parameter, default: value)
}

/// The earlier name of ``QueryItem``.
@available(*, deprecated, renamed: "QueryItem(repeated:)")
public func query<F: Fragment, Value: LinkValue>(repeated parameter: LinkParameter<Value>) -> QueryItem<F> {
    QueryItem(repeated: parameter)
}

/// The earlier name of ``RemainingPath``.
@available(*, deprecated, renamed: "RemainingPath")
public func rest<F: Fragment>() -> RemainingPath<F> { RemainingPath() }
