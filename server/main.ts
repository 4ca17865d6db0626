/** The app, as `npm start` and the deployments start it. */
import './quick-imports.ts'

// What Node.js imports after the line above it finds quickly.
await import('./main-program.ts')
