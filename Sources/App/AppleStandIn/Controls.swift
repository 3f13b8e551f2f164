import Foundation

public struct Text: Primitive {
    let words: String
    public init(_ key: LocalizedStringKey) { words = key.text }
    @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) { words = String(content) }
    public init(verbatim: String) { words = verbatim }
    func elements(in context: Context) -> [Element] { [Element(.text, words)] }

    public func font(_ font: Font?) -> Text { self }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text { self }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    let text: String
    public init(stringLiteral value: String) { text = value }
    public init(_ value: String) { text = value }
}

/// What SwiftUI takes as a key or as any other text is one function here, for both.
extension String { var text: String { self } }

public struct Image: Primitive {
    let name: String
    public init(systemName: String) { name = systemName }
    public init(uiImage: UIImage) { name = "picture" }
    public func resizable() -> Image { self }
    func elements(in context: Context) -> [Element] { [Element(.image, identifier: name)] }
}

public struct Label<Title: View, Icon: View>: Primitive {
    let title: Title
    let icon: Icon
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }
    func elements(in context: Context) -> [Element] {
        title.elements(context.child("title")) + icon.elements(context.child("icon"))
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ title: String, systemImage: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
    }
}

public struct ButtonRole: Equatable, Sendable {
    let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Content: View>: Primitive {
    let content: Content
    let action: @MainActor () -> Void

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {
        self.init(role: nil, action: action, label: label)
    }
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {
        content = label()
        self.action = action
    }

    func elements(in context: Context) -> [Element] {
        let label = content.elements(context.child("label"))
        return [Element(.button, "", label, isEnabled: context.environment.isEnabled, tap: action)]
    }
}

extension Button where Content == Text {
    public init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Content == Label<Text, Image> {
    public init(
        _ title: String, systemImage: String, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
    }
}

/// Its items are shown immediately, beside its label.
@MainActor @ViewBuilder public func Menu(
    @ViewBuilder content: () -> some View, @ViewBuilder label: () -> some View
) -> some View {
    label()
    content()
}

/// A tap shares nothing here: its identifier states what would be shared.
@MainActor public func ShareLink(item: URL, @ViewBuilder label: () -> some View) -> some View {
    Button(action: {}, label: label).accessibilityIdentifier(item.absoluteString)
}

public struct Toggle<Content: View>: Primitive {
    let content: Content
    let isOn: Binding<Bool>
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Content) {
        self.isOn = isOn
        content = label()
    }
    func elements(in context: Context) -> [Element] {
        let (label, value) = (content.elements(context.child("label")), isOn.wrappedValue ? "on" : "off")
        return [
            Element(.toggle, "", label, value: value, isEnabled: context.environment.isEnabled) {
                isOn.wrappedValue.toggle()
            }
        ]
    }
}

/// A field for words; what is typed into a secure one is not read.
@MainActor private func field(_ title: String, _ text: Binding<String>, _ context: Context, isSecret: Bool = false)
    -> [Element]
{
    let value = isSecret ? "" : text.wrappedValue
    let element = Element(.field, title, value: value, isEnabled: context.environment.isEnabled)
    element.type = { text.wrappedValue = $0 }
    return [element]
}

public struct TextField: Primitive {
    let title: String
    let text: Binding<String>
    public init(_ title: String, text: Binding<String>, axis: Axis = .horizontal) {
        self.title = title
        self.text = text
    }
    func elements(in context: Context) -> [Element] { field(title.text, text, context) }
}

public struct SecureField: Primitive {
    let title: String
    let text: Binding<String>
    public init(_ title: String, text: Binding<String>) {
        self.title = title
        self.text = text
    }
    func elements(in context: Context) -> [Element] { field(title.text, text, context, isSecret: true) }
}

public struct ProgressView: Primitive {
    let label: String
    let value: String
    public init() { (label, value) = ("", "") }
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) {
        label = ""
        self.value = value.map { "\(Int((Double($0) / Double(total) * 100).rounded())) %" } ?? ""
    }
    func elements(in context: Context) -> [Element] { [Element(.progress, label, value: value)] }
}

public struct ContentUnavailableView<Title: View, Description: View, Actions: View>: Primitive {
    let title: Title
    let description: Description
    let actions: Actions
    public init(
        @ViewBuilder label: () -> Title, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        title = label()
        self.description = description()
        self.actions = actions()
    }
    func elements(in context: Context) -> [Element] {
        [
            Element(
                .container, "",
                title.elements(context.child("label")) + description.elements(context.child("description"))
                    + actions.elements(context.child("actions")))
        ]
    }
}

public struct LabeledContent<Title: View, Content: View>: Primitive {
    let title: Title
    let content: Content
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title) {
        title = label()
        self.content = content()
    }
    func elements(in context: Context) -> [Element] {
        [Element(.row, "", title.elements(context.child("label")) + content.elements(context.child("content")))]
    }
}

extension LabeledContent where Title == Text, Content == Text {
    public init<Value: StringProtocol>(_ title: String, value: Value) {
        self.init(content: { Text(value) }, label: { Text(title) })
    }
}
