/**
 * Shows what is going on and for how long: in a terminal one line that counts the seconds, in a log a line now and
 * then. Returns the function that ends it.
 */
export function progress(what) {
  const began_at = Date.now()
  const seconds = () => `${Math.round((Date.now() - began_at) / 1000)} s`
  const terminal = process.stdout.isTTY
  process.stdout.write(terminal ? what : `${what}\n`)
  const show = () => process.stdout.write(terminal ? `\r${what} ${seconds()}` : `${what} ${seconds()}\n`)
  const timer = setInterval(show, terminal ? 1000 : 10_000)
  return (outcome = 'done') => {
    clearInterval(timer)
    process.stdout.write(`${terminal ? '\r' : ''}${what} ${outcome}, ${seconds()}\n`)
  }
}
