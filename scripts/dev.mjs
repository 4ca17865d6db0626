// `npm run dev`: runs the app for work on its code. Pages reload by themselves, a change of the server restarts it.
import './check-node.mjs'

const { prepareAndServe } = await import('./prepare.mjs')
await prepareAndServe({
  tools: true,
  build: false,
  node_options: ['--watch', '--watch-preserve-output'],
  server_options: ['--dev', ...process.argv.slice(2)],
})
