import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { oneScript } from './script-text.ts'

/** What a phone fetches to install a worker (gzip), and what it has to hear. These bytes may only become fewer. */
const workers = [
  {
    file: 'rider-worker.ts',
    most_bytes: 5_700,
    hears: ['activate', 'fetch', 'install', 'message', 'notificationclick', 'push', 'sync'],
  },
  { file: 'push-worker.ts', most_bytes: 760, hears: ['notificationclick', 'push'] },
]

test.for(workers)('$file is one plain script that listens as soon as it has run', async ({ file, ...given }) => {
  const path = fileURLToPath(new URL(`../workers/${file}`, import.meta.url))
  const { code, parts } = await oneScript(path, { define: { 'process.env.NODE_ENV': '"production"' } })
  expect(parts).toContain(path)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(given.most_bytes)
  const heard: string[] = []
  const self = { addEventListener: (kind: string) => heard.push(kind) }
  // Not as a module: a browser ignores listeners that are added later, and old browsers know no modules in workers.
  runInNewContext(code, { self })
  expect(heard.sort()).toEqual(given.hears)
})
