/**
 * One process of the app, as server/supervise.ts starts it: `web` answers requests, `worker` works in the background;
 * `web works` does both. It reports when it is ready or why it cannot start, then that it goes on, and ends when it is
 * told to, or when its parent process is gone.
 */
import './quick-imports.ts'

// What Node.js imports after the line above it finds quickly.
await import('./part-program.ts')
