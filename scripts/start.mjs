// `npm start`: installs and builds what is missing, then runs the app. It needs Node.js 20 or newer and nothing else.
import './check-node.mjs'

const { prepareAndServe } = await import('./prepare.mjs')
await prepareAndServe({
  tools: false,
  build: true,
  // Without it, V8 sizes the space for young objects by the machine, and the app starts with a hundred megabytes more.
  node_options: ['--max-semi-space-size=16'],
  server_options: process.argv.slice(2),
})
