/// The rules of a segue once its graph is built, without the fragments at its ends: all that navigating needs.
@usableFromInline
struct SegueRules: Sendable {
    let style: SegueStyle
    let isDismissable: Bool
    let isAuto: Bool
    let tag: SegueTag?
    let condition: Condition?
    /// The segue to this one's redirect.
    var redirect: Int?

    @usableFromInline
    init(style: SegueStyle, isDismissable: Bool, isAuto: Bool, tag: SegueTag?, condition: Condition?) {
        self.style = style
        self.isDismissable = isDismissable
        self.isAuto = isAuto
        self.tag = tag
        self.condition = condition
    }
}
