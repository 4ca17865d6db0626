/**
 * Loaded before the app's own code, and never in production: its clock is as many seconds ahead as a file says. Timers
 * go on as they did, as when somebody sets a machine's clock.
 */
import { readFileSync } from 'node:fs'

const file = process.env['TORTURE_CLOCK']
const LOOK_EVERY_MS = 100

if (file) {
  let ahead_ms = 0
  const look = () => {
    ahead_ms = Number(readFileSync(file, 'utf8')) * 1000
  }
  look()
  setInterval(look, LOOK_EVERY_MS).unref()
  const right = Date
  const now = () => right.now() + ahead_ms
  globalThis.Date = new Proxy(right, {
    construct: (_, given) => Reflect.construct(right, given.length > 0 ? given : [now()]) as object,
    get: (_, name) => (name === 'now' ? now : Reflect.get(right, name)),
  })
}
