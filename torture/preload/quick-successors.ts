/**
 * Loaded before the app's own code, and never in production: whoever is killed has a successor at once. In real life
 * the pause doubles with each death in a minute, and nobody is killed six hundred times.
 */
import { registerHooks } from 'node:module'

const supervisor = new URL('../../server/supervise.ts', import.meta.url).href
const pauses = 'after_ms: 1000, most_ms: 60_000'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (url !== supervisor) return loaded
    const source = String(loaded.source)
    if (!source.includes(pauses)) throw new Error(`server/supervise.ts has other pauses than ${pauses}`)
    return { ...loaded, source: source.replace(pauses, 'after_ms: 10, most_ms: 10') }
  },
})
