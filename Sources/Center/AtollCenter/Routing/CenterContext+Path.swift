import AtollCenterAnswers
import AtollPackages

extension CenterContext {
    /// The mini app's id in the path.
    func miniAppID() throws -> MiniAppID {
        guard let id = MiniAppID(parameters.get("id") ?? "") else {
            throw Problem(
                .badRequest, "That is not a valid mini app id. Expected one such as com.example.kudos.", subject: "id")
        }
        return id
    }
}
