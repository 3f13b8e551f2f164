/// The reasons for which a form of the console is refused.
enum ConsoleError: Error, CustomStringConvertible {
    /// It was sent by a page of another site.
    case otherSite
    /// It is not a form, or it is too long.
    case noForm
    /// It lacks the two files of a version.
    case noFiles

    var description: String {
        switch self {
        case .otherSite: "The form was sent by another site."
        case .noForm: "The form can't be read."
        case .noFiles: "Choose both files: the statement (.statement), and the package (.ma)."
        }
    }
}
