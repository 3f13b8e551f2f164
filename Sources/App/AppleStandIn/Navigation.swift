// Containers that present: what they show is what their bindings say, and what the user takes back they write into the
// bindings, as the system does. What a binding refuses stays as it was.

/// A stack whose path is an array of values.
public struct NavigationStack<Data: Hashable & SendableMetatype, Root: View>: Primitive {
    let path: Binding<[Data]>?
    let root: Root

    public init(path: Binding<[Data]>, @ViewBuilder root: () -> Root) {
        self.path = path
        self.root = root()
    }

    func elements(in context: Context) -> [Element] {
        var inner = context.child("stack")
        let destinations = Destinations()
        let values = path?.wrappedValue ?? []
        inner.destinations = destinations
        inner.isHidden = context.isHidden || !values.isEmpty
        var pages = [page(root.elements(inner.child("root")), leave: nil)]
        for (index, value) in values.enumerated() {
            guard let show = destinations.views[ObjectIdentifier(Data.self)] else {
                context.stage.complain("No destination shows \(value).")
                continue
            }
            let leave: () -> Void = { path?.wrappedValue = Array(values.prefix(index)) }
            // A page is identified by its position: another value at it is shown by the same view.
            var surroundings = inner.child("[\(index)]")
            surroundings.isHidden = context.isHidden || index < values.count - 1
            surroundings.environment.dismiss = DismissAction(leave)
            pages.append(page(show(AnyHashable(value), surroundings), leave: leave))
        }
        for page in pages.dropLast() { page.isHidden = true }
        return [Element(.stack, "", pages)]
    }

    private func page(_ elements: [Element], leave: (() -> Void)?) -> Element {
        let page = Element(.page, "", elements)
        // A page without a button to go back is not swiped away either.
        let hidesBack =
            elements.contains { $0.identifier == "no-back" } || page.all.contains { $0.identifier == "no-back" }
        page.leave = hidesBack ? nil : leave
        return page
    }
}

extension NavigationStack where Data == Never {
    public init(@ViewBuilder root: () -> Root) {
        path = nil
        self.root = root()
    }
}

extension View {
    public func navigationDestination<Value: Hashable, Content: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View {
        ChangedView(
            content: self,
            inner: { context in
                context.destinations?.views[ObjectIdentifier(type)] = { value, context in
                    (value.base as? Value).map { destination($0).elements(context) } ?? []
                }
                return context
            })
    }
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
    let name: String
    public static let sidebar = NavigationSplitViewColumn(name: "sidebar")
    public static let detail = NavigationSplitViewColumn(name: "detail")
}

/// Two columns side by side where there is room; one over the other where there is not, and then it says which.
public struct NavigationSplitView<Sidebar: View, Detail: View>: Primitive {
    let column: Binding<NavigationSplitViewColumn>
    let sidebar: Sidebar
    let detail: Detail

    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        (column, self.sidebar, self.detail) = (preferredCompactColumn, sidebar(), detail())
    }

    func elements(in context: Context) -> [Element] {
        let isCompact = context.environment.horizontalSizeClass == .compact
        let showsDetail = self.column.wrappedValue == .detail
        func column(_ name: String, isHidden: Bool) -> Context {
            context.child(name).with { $0.isHidden = $0.isHidden || isHidden && isCompact }
        }
        let first = Element(.column, "", sidebar.elements(column("sidebar", isHidden: showsDetail)))
        let second = Element(.column, "", detail.elements(column("detail", isHidden: !showsDetail)))
        if isCompact {
            first.isHidden = showsDetail
            second.isHidden = !showsDetail
            second.leave = { self.column.wrappedValue = .sidebar }
        }
        return [Element(.split, "", [first, second])]
    }
}

/// Pages of which one is shown; the others retain their state.
public struct TabView<Selection: Hashable, Content: View>: Primitive {
    let selection: Binding<Selection>
    let content: Content

    public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    func elements(in context: Context) -> [Element] {
        var inner = context.child("tabs")
        inner.selected = AnyHashable(selection.wrappedValue)
        let pages = content.elements(inner)
        let chosen = pages.filter { $0.tag == inner.selected }
        if chosen.count != 1 { context.stage.complain("\(chosen.count) tabs have the tag \(selection.wrappedValue).") }
        let tabs = pages.map { page in
            let tab = Element(.tab, page.label)
            tab.isSelected = page.tag == inner.selected
            tab.tap = { if let value = page.tag?.base as? Selection { selection.wrappedValue = value } }
            page.label = ""
            page.isHidden = page.tag != inner.selected
            return tab
        }
        return [Element(.tabs, "", pages + tabs)]
    }
}

extension View {
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> some View {
        let label = label()
        return ChangedView(content: self) { elements, context in
            let words = label.elements(context.child("tab")).map(\.words).filter { !$0.isEmpty }.joined(separator: ", ")
            return [Element(.container, words, elements)].map { page in
                page.tag = elements.first { $0.tag != nil }?.tag
                return page
            }
        }
    }

    public func tag<Value: Hashable>(_ value: Value) -> some View {
        ChangedView(
            content: self,
            inner: {
                $0.with {
                    if let selected = $0.selected, selected != AnyHashable(value) { $0.isHidden = true }
                    $0.selected = nil
                }
            },
            change: { elements, _ in
                for element in elements { element.tag = AnyHashable(value) }
                return elements
            })
    }

    public func navigationTitle(_ title: LocalizedStringKey) -> some View { titled(title.text) }
    @_disfavoredOverload public func navigationTitle<Words: StringProtocol>(_ title: Words) -> some View {
        titled(String(title))
    }

    private func titled(_ title: String) -> some View {
        ChangedView(content: self) { elements, _ in [Element(.text, title)] + elements }
    }

    public func navigationBarBackButtonHidden(_ hides: Bool = true) -> some View {
        ChangedView(content: self) { elements, _ in
            elements + (hides ? [Element(.shape, identifier: "no-back")] : [])
        }
    }
}
