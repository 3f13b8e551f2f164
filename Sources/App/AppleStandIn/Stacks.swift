/// A container that only arranges its contents.
@MainActor protocol PlainContainer: Primitive {
    associatedtype Content: View
    var content: Content { get }
}

extension PlainContainer {
    func elements(in context: Context) -> [Element] { [Element(.container, "", content.elements(context))] }
}

public struct VStack<Content: View>: PlainContainer {
    let content: Content
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.content = content()
    }
}

public struct HStack<Content: View>: PlainContainer {
    let content: Content
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

public struct ZStack<Content: View>: PlainContainer {
    let content: Content
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }
}

public struct LazyVGrid<Content: View>: Primitive {
    let content: Content
    let columns: Int
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
        self.columns = columns.count
    }
    func elements(in context: Context) -> [Element] {
        [Element(.container, "", content.elements(context), value: "\(columns) columns")]
    }
}

public struct ScrollView<Content: View>: PlainContainer {
    let content: Content
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

public struct Form<Content: View>: PlainContainer {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct Spacer: Primitive {
    public init(minLength: CGFloat? = nil) {}
    func elements(in context: Context) -> [Element] { [] }
}

public struct Section<Header: View, Content: View, Footer: View>: Primitive {
    let header: Header
    let content: Content
    let footer: Footer
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header, @ViewBuilder footer: () -> Footer
    ) {
        (self.header, self.content, self.footer) = (header(), content(), footer())
    }
    func elements(in context: Context) -> [Element] {
        header.elements(context.child("header")) + content.elements(context.child("content"))
            + footer.elements(context.child("footer"))
    }
}

extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
}

extension Section where Header == Text, Footer == EmptyView {
    public init(_ title: String, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
    }
}

extension Section where Header == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }
}

extension Section where Header == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }
}

public struct ForEach<Items: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
    let items: Items
    let id: KeyPath<Items.Element, ID>
    let content: (Items.Element) -> Content
    var move: ((IndexSet, Int) -> Void)?
    var delete: ((IndexSet) -> Void)?

    public init(
        _ items: Items, id: KeyPath<Items.Element, ID>, @ViewBuilder content: @escaping (Items.Element) -> Content
    ) {
        (self.items, self.id, self.content) = (items, id, content)
    }

    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
        var changed = self
        changed.move = action
        return changed
    }

    public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
        var changed = self
        changed.delete = action
        return changed
    }

    func elements(in context: Context) -> [Element] {
        var seen: Set<ID> = []
        return items.flatMap { item -> [Element] in
            let id = item[keyPath: id]
            if !seen.insert(id).inserted { context.stage.complain("Two rows have the id \(id).") }
            let elements = content(item).elements(context.child("[\(id)]"))
            for element in elements {
                // The tag of a row is its id, unless it has one.
                element.tag = element.tag ?? AnyHashable(id)
                element.move = move
                element.delete = delete
            }
            return elements
        }
    }
}

extension ForEach where Items.Element: Identifiable, ID == Items.Element.ID {
    public init(_ items: Items, @ViewBuilder content: @escaping (Items.Element) -> Content) {
        self.init(items, id: \.id, content: content)
    }
}

public struct List<Selection: Hashable, Content: View>: Primitive {
    let selection: Binding<Selection?>?
    let content: Content

    public init(selection: Binding<Selection?>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    func elements(in context: Context) -> [Element] {
        let rows = content.elements(context.child("rows")).map { row in
            let element = Element(.row, "", [row])
            element.tag = row.tag
            element.move = row.move
            element.delete = row.delete
            if let selection {
                element.isSelected = row.tag != nil && row.tag?.base as? Selection == selection.wrappedValue
                element.tap = { if let value = row.tag?.base as? Selection { selection.wrappedValue = value } }
            }
            return element
        }
        return [Element(.container, "", rows)]
    }
}

extension List where Selection == Never {
    public init(@ViewBuilder content: () -> Content) { (selection, self.content) = (nil, content()) }
    public init<Items, ID, Row>(
        _ items: Items, id: KeyPath<Items.Element, ID>, @ViewBuilder rowContent: @escaping (Items.Element) -> Row
    ) where Content == ForEach<Items, ID, Row> { self.init { ForEach(items, id: id, content: rowContent) } }
}
