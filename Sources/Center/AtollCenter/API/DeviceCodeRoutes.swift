import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn

/// The sign-in of a program without a browser: it shows a code, which the user types in a browser.
///
/// Source: RFC 8628.
struct DeviceCodeRoutes {
    let people: PeopleService
    /// The Center's address.
    let address: String

    var routes: [APIRoute] {
        [
            APIRoute(
                .post, "v1/device-code", .anyone, "account",
                "Begin to sign a program in: the user types its code in a browser", status: .created
            ) { (request, body: DeviceBody) in
                let asked = try await people.askForDevice(body.program, from: request.origin)
                let page = address + "/device"
                return DeviceCodeView(
                    deviceCode: asked.secret, userCode: asked.code.userCode, verificationURI: page,
                    verificationURIComplete: page + "?code=" + asked.code.userCode, expiresIn: DeviceCode.lifetime,
                    interval: DeviceCode.interval)
            },
            APIRoute(
                .post, "v1/device-code/token", .anyone, "account",
                "The session of a program that was permitted; until then 409 with the rule `pending`, or 429 with the rule `slow-down` for a program that asks too often",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: SecretBody) in
                guard let signedIn = try await people.redeemDevice(body.secret, from: request.origin) else {
                    throw ActionError.conflict(rule: "pending", "The user has not permitted this yet.")
                }
                return SignedInView(
                    secret: signedIn.secret, account: signedIn.account.id, name: signedIn.account.name,
                    device: signedIn.device)
            },
        ]
    }
}
