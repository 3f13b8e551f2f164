import AtollCenterAPI
import AtollCenterDomain

extension DeviceCodeView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "DeviceCode"
    package static let schema = JSONSchema.object([
        "deviceCode": .text(1...100), "userCode": .text(9...9), "verificationURI": .text(1...500),
        "verificationURIComplete": .text(1...600),
        "expiresIn": .integer(1...DeviceCode.lifetime), "interval": .integer(1...60),
    ])
}
