import ObjectStorage

extension ObjectError: StorageFailure {}
