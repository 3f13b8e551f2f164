import AtollCenterDomain
import ObjectStorage

extension ObjectError: StorageFailure {}
