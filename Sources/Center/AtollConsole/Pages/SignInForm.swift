import AtollCenter
import AtollCenterDomain

/// The form in which a user signs in to permit a program's request.
struct SignInForm: Encodable {
    let code: String
    let agent: String
    let address: String
    let email: String
    let provider: String?
    let problem: String?

    init(code: DeviceCode, email: String, provider: String?, problem: String?) {
        self.code = code.userCode
        agent = code.agent
        address = code.address
        self.email = email
        self.provider = provider
        self.problem = problem
    }
}
