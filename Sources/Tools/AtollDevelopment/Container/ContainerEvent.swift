/// An event for the container page.
enum ContainerEvent: Encodable, Sendable {
    /// Files have changed: the required action, and the files.
    case changed(FolderChange, [String], ContainerState)
    /// Only the state has changed: a problem appeared or was fixed, or the checks have run.
    case state(ContainerState)
    /// A key was pressed at the terminal.
    case key(String)
    /// A setting changed, which the server and all pages share.
    case settings(ContainerSettings)

    private enum CodingKeys: String, CodingKey { case type, change, paths, state, key, settings }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .changed(let change, let paths, let state):
            try container.encode("changed", forKey: .type)
            try container.encode(change, forKey: .change)
            try container.encode(paths, forKey: .paths)
            try container.encode(state, forKey: .state)
        case .state(let state):
            try container.encode("state", forKey: .type)
            try container.encode(state, forKey: .state)
        case .key(let key):
            try container.encode("key", forKey: .type)
            try container.encode(key, forKey: .key)
        case .settings(let settings):
            try container.encode("settings", forKey: .type)
            try container.encode(settings, forKey: .settings)
        }
    }
}
