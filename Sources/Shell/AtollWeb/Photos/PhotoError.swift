/// The reason why a picture can't be a user's photo.
enum PhotoError: Error, Hashable {
    /// No picture was chosen, or the form has no file.
    case missing
    /// The picture has more bytes than ``UserPhoto/maximumBytes``.
    case tooLarge
    /// The picture has more pixels than ``UserPhoto/maximumSide`` in one direction.
    case tooManyPixels
    /// The picture is neither JPEG nor PNG, or is damaged.
    case unreadable
    /// The picture could not be written.
    case notSaved

    /// The text of the error, for the user.
    var text: String {
        switch self {
        case .missing: localized("Choose a picture first.")
        case .tooLarge: localized("The picture is larger than 200 kB. Choose a smaller one.")
        case .tooManyPixels: localized("The picture is wider or taller than 2,048 pixels. Choose a smaller one.")
        case .notSaved: localized("The picture could not be saved. Try again later.")
        case .unreadable: localized("This is not a picture that can be shown. Choose a JPEG or PNG file.")
        }
    }
}
