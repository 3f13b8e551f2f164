/// The reasons that `atoll dev` can't start.
package enum DevelopmentError: Error, Hashable, CustomStringConvertible {
    /// The folder doesn't exist, or has no mini app.
    case noFolder(String)
    /// The presets can't be read, for this reason.
    case presets(String)
    /// This is not a valid user id.
    case userID(String)
    /// This is not a valid language tag.
    case language(String)
    /// No host knows this permission.
    case permission(String)
    /// The recording can't be written, for this reason.
    case recording(String)
    /// The port is in use.
    case portTaken(Int)
    /// This is not the URL of a bundler on this machine.
    case bundler(String)

    static let aboutIDs =
        "use 1 to 20 lowercase letters a to z, digits and hyphens, because it is a part of a host name."

    package var description: String {
        switch self {
        case .noFolder(let path):
            "No mini app in \(path). Expected a folder with a manifest.json. atoll import creates one from a web app."
        case .presets(let reason): "\(DevelopmentPresets.path) can't be used. \(reason)"
        case .userID(let id): "\"\(id)\" can't be a user's id: \(Self.aboutIDs)"
        case .language(let text): "\"\(text)\" is not a language. Expected a tag such as de or pt-BR."
        case .permission(let name): "No host knows the permission \"\(name)\". Expected one such as location."
        case .recording(let reason): "The recording can't be written. \(reason)"
        case .portTaken(let port): "Port \(port) is in use. Choose another one with --port, or 0 for any."
        case .bundler(let address):
            "\(address) can't be shown. Expected the URL of a server on this machine, such as http://localhost:5173."
        }
    }
}
