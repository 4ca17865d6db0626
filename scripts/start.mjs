// `npm start`: installs and builds what is missing, then runs the app. It needs Node.js 20 or newer and nothing else.
import './check-node.mjs'

const { prepareAndServe } = await import('./prepare.mjs')
await prepareAndServe({ tools: false, build: true, node_options: [], server_options: process.argv.slice(2) })
