/// PostgreSQL's numbers of the types that this module sends and reads (`pg_type.dat`); they never change.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let name: UInt32 = 19
    static let bigint: UInt32 = 20
    static let smallint: UInt32 = 21
    static let integer: UInt32 = 23
    static let text: UInt32 = 25
    static let json: UInt32 = 114
    static let double: UInt32 = 701
    static let textArray: UInt32 = 1009
    static let bigintArray: UInt32 = 1016
    static let doubleArray: UInt32 = 1022
    static let varchar: UInt32 = 1043
}
