import { setFlagsFromString } from 'node:v8'

/**
 * How much garbage may gather between two collections, in per cent of what lives. V8 chooses by the size of the
 * machine, and let floods of requests take twice the memory (`npm run bench -- --only=floods`); a worker of its own is
 * reached by none, and collecting was a quarter of its work. Imported for its effect.
 */
setFlagsFromString(`--heap-growing-percent=${process.argv[2] === 'worker' ? 100 : 25}`)
