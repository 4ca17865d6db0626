import { DatabaseUnusable } from '../db/migrate.ts'

/** Something that prevents the start and that a person can fix. Its message is one line, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A missing or invalid setting. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/**
 * What a command prints when it cannot continue: one line for what a person can fix (a setting, a database, a full
 * disk, a folder without rights), everything for other errors.
 */
export function whyNot(error: unknown): unknown {
  if (error instanceof StartError || error instanceof DatabaseUnusable) return error.message
  if (!(error instanceof Error)) return error
  if ('syscall' in error) return `The system stopped the app: ${error.message}.`
  const of_the_database = 'severity' in error && error.severity === 'FATAL'
  return of_the_database ? `DATABASE_URL: the database does not let us in (${error.message}).` : error
}
