/// Something that is missing or duplicated among the features of an app.
public enum WebAppFault: Hashable, Sendable, CustomStringConvertible {
    /// A tab was given that is not a feature: it has no map.
    case tabWithoutMap(String)
    /// The map has a feature without a web face.
    case noPages(feature: String)
    /// A web face belongs to a feature that is not in the map.
    case notInMap(feature: String)
    /// No feature shows this fragment.
    case noPage(String)
    /// Several features show this fragment.
    case severalPages(String, features: [String])
    /// Several features have this name.
    case duplicateFeature(String)
    /// Several actions have this name.
    case duplicateAction(String)
    /// Several topics have this name.
    case duplicateTopic(String)
    /// The name of an action does not begin with the name of its feature.
    case foreignAction(String, feature: String)
    /// A page follows a topic that no feature has.
    case unknownTopic(String, feature: String)

    public var description: String {
        switch self {
        case .tabWithoutMap(let name):
            "\"\(name)\" can't be a tab, because it has no map. Pass the app's own screens as others."
        case .noPages(let feature):
            "The feature \"\(feature)\" is in the map but has no pages. Pass its web face to WebApp, too."
        case .notInMap(let feature):
            "The feature \"\(feature)\" has pages but is not in the map. Add its map to AppMap's features, too."
        case .noPage(let fragment):
            "No feature shows \(fragment). Pass the feature that does, or add a page to the app's own screens."
        case .severalPages(let fragment, let features):
            "Several features show \(fragment): \(features.joined(separator: ", ")). Only one of them can."
        case .duplicateFeature(let name): "Two features are named \"\(name)\". Give one of them another name."
        case .duplicateAction(let name): "Two actions are named \"\(name)\". Give one of them another name."
        case .duplicateTopic(let name): "Two topics are named \"\(name)\". Give one of them another name."
        case .foreignAction(let name, let feature):
            "The action \"\(name)\" belongs to the feature \"\(feature)\", so its name must begin with \"\(feature)/\"."
        case .unknownTopic(let topic, let feature):
            "A page of the feature \"\(feature)\" follows the topic \"\(topic)\", which no feature has. Add it to the feature's topics."
        }
    }
}
