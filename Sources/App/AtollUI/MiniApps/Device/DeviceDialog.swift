import Foundation

/// A dialog that a mini app has asked for, or that the super app shows on its behalf.
struct DeviceDialog: Identifiable {
    /// The controls of the dialog, in addition to its texts.
    enum Kind {
        case message
        case question(ok: String, cancel: String, isDestructive: Bool)
        case field(placeholder: String)
        case options([Option])
        /// Like options, but the user can choose any number of them.
        case several([Option])
    }

    /// One of several things to choose from.
    struct Option: Hashable {
        let id: String
        let text: String
        var isDestructive = false
    }

    /// The user's answer.
    enum Answer: Hashable {
        case done
        case text(String)
        case option(String)
        case several([String])
        case cancelled
    }

    let id: Int
    /// The name of the mini app, which every dialog shows.
    let miniApp: String
    let title: String?
    let message: String
    let kind: Kind
    /// The label of the button of a message.
    var button = "OK"
    /// The initial text of the field.
    var value = ""
    /// Whether the super app asks, because something happens outside the mini app if the user agrees. The user can
    /// agree only after ``hold`` has passed.
    var isOfHost = false

    /// How long the user can't agree, so that a tap meant for what was on screen before does not count.
    static let hold = Duration.milliseconds(500)
}
