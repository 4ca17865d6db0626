// `npm run build`: installs and builds what is missing or has changed, and starts nothing: for machines on which
// another program starts the app, from a folder that it may not write to.
import './check-node.mjs'

const { prepare } = await import('./prepare.mjs')
await prepare({ tools: false, build: true })
