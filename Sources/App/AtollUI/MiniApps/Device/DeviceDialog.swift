import Foundation

/// A dialog that a mini app has asked for, or that the super app asks in its name.
struct DeviceDialog: Identifiable {
    /// The content of the dialog in addition to its text.
    enum Kind {
        case message
        case question(ok: String, cancel: String, isDestructive: Bool)
        case field(placeholder: String)
        case options([Option])
        /// As options, of which the user chooses as many as they like.
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
    /// The initial value of the field.
    var value = ""
    /// Whether the super app asks, and something happens outside the mini app if the user agrees: not before ``hold``
    /// has passed.
    var isOfHost = false

    /// For how long nothing can be agreed to, so that a tap that was meant for what stood there before does not.
    static let hold = Duration.milliseconds(500)
}
