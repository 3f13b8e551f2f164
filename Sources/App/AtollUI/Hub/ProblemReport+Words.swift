import AtollPackages

extension ProblemReport.Kind {
    /// Its name on a screen.
    var words: String {
        switch self {
        case .broken: localized("Something does not work")
        case .incorrect: localized("The information is wrong")
        case .harmful: localized("It misleads or harms people")
        case .other: localized("Something else")
        }
    }
}

extension ProblemReport.State {
    /// Its name on a screen.
    var words: String {
        switch self {
        case .open: localized("Sent")
        case .answered: localized("Answered")
        case .dismissed: localized("Read")
        }
    }
}
