// `npm start`: installs and builds what is missing, then runs the app. It needs Node.js 20 or newer and nothing else.
import './check-node.mjs'

const { prepareAndServe } = await import('./prepare.mjs')
await prepareAndServe({
  tools: false,
  build: true,
  node_options: [
    // Without it, V8 sizes the space for young objects by the machine, and the app has a hundred megabytes more.
    '--max-semi-space-size=16',
    '--import=./server/quick-imports.ts',
  ],
  server_options: process.argv.slice(2),
})
