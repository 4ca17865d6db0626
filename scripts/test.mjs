// `npm test`: every check and every test of the project. `--only=types|lint|dead-code|build|unit|simulation|journeys`
// runs one of them; all other options go to Vitest (`npm test -- --only=unit domain/money`).
import './check-node.mjs'

const { testAll } = await import('./test-all.mjs')
await testAll(process.argv.slice(2))
