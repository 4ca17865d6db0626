/** Ends a command early: with one line that says what went wrong, and the output of the failed program. */
export class Failure extends Error {
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}
