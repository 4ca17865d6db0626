// `npm run dev`: runs the app for work on its code. Pages reload by themselves, a change of the server restarts it.
import './check-node.mjs'

const { prepareAndServe } = await import('./prepare.mjs')
const watched = ['adapters', 'db', 'demo', 'domain', 'server']
await prepareAndServe({
  tools: true,
  build: false,
  node_options: [
    ...watched.map((folder) => `--watch-path=${folder}`),
    '--watch-preserve-output',
    // On SIGTERM, Vite would end the process before the database has stopped.
    '--watch-kill-signal=SIGINT',
  ],
  server_options: ['--dev', ...process.argv.slice(2)],
})
