import { writeFileSync } from 'node:fs'

/**
 * Writes the number of uncaught errors in a Vitest run, which its JSON report leaves out, into UNHANDLED_ERRORS_FILE.
 */
export default class UnhandledErrorsReporter {
  onTestRunEnd(_modules, unhandled_errors) {
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, JSON.stringify(unhandled_errors.length))
  }
}
