/** What ends a command early: one line that says what went wrong, and what the program that failed had printed. */
export class Failure extends Error {
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}
