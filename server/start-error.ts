/**
 * Something that keeps the app from starting and that a person can put right. Its message is one line, meant to be
 * shown alone, without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** A setting that is missing or cannot be right. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}
