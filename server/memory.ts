import { setFlagsFromString } from 'node:v8'

/**
 * How much garbage may gather between two collections, in per cent of what lives. V8 chooses by the size of the
 * machine, and let floods of requests take twice the memory (`npm run bench -- --only=floods`). Imported for its
 * effect.
 */
setFlagsFromString('--heap-growing-percent=25')
