import AtollCredentials
import AtollTexts

extension RegistrationError {
    /// The reason in the language of the request.
    var text: String {
        switch self {
        case .weakPassword(.tooShort(let minimum)): localized("A password must have at least \(minimum) characters.")
        case .weakPassword(.tooLong(let maximum)): localized("A password must have at most \(maximum) bytes.")
        default: localized(TextKey(verbatim: description))
        }
    }
}
