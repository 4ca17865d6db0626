import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAssets } from '../scripts/keep-assets.ts'
import { rawRequest } from '../test/raw-request.ts'
import { createStaticFiles } from './static-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowgate-builds-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const day = (number: number) => new Date(Date.UTC(2026, 2, number))

/** What a build leaves behind: its files, and a route table that stands in no file. */
function build(names: readonly string[], table: string, made_at: Date): Map<string, string> {
  const assets = join(folder, 'client/assets')
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  for (const name of names) writeFileSync(join(assets, name), `// ${name}`)
  const scripts = new Map([
    [`/assets/${table}`, `// ${table}`],
    ['/sw.js', '// the worker'],
  ])
  keepAssets(folder, scripts, made_at)
  return scripts
}

/** A process that was started now; answers what it has at an address. */
async function startProcess(scripts: Map<string, string>) {
  const serve = createStaticFiles(join(folder, 'client'), scripts, join(folder, 'kept'))
  const server = createServer(async (request, response) => {
    if (!(await serve(request, response))) response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    ask: async (path: string) => {
      const { status, text, headers } = await rawRequest(server, path, {})
      return { status, text, kept: headers['cache-control'] }
    },
    close: () => server.close(),
  }
}

test('while processes of two builds run, each has what pages of the other ask for', async () => {
  const old = await startProcess(build(['entry-1.js', 'style-1.css'], 'routes-1.js', day(1)))
  const new_one = await startProcess(build(['entry-2.js', 'style-2.css'], 'routes-2.js', day(2)))
  for (const process of [old, new_one]) {
    for (const name of ['entry-1.js', 'style-1.css', 'routes-1.js', 'entry-2.js', 'style-2.css', 'routes-2.js']) {
      expect(await process.ask(`/assets/${name}`)).toEqual({
        status: 200,
        text: `// ${name}`,
        kept: 'public, max-age=31536000, immutable',
      })
    }
    process.close()
  }
})

test('nothing else is found there', async () => {
  const scripts = build(['entry-1.js'], 'routes-1.js', day(1))
  writeFileSync(join(folder, 'secret'), 'secret')
  const process = await startProcess(scripts)
  for (const path of [
    '/assets/none.js',
    '/assets/../secret',
    '/assets/%2e%2e/secret',
    '/assets/',
    '/assets/..',
    '/kept/x',
  ]) {
    expect((await process.ask(path)).status, path).toBe(404)
  }
  expect((await process.ask(`/assets/${'a'.repeat(400)}`)).status).toBe(404)
  process.close()
})

test('the last ten builds of the last fourteen days are kept, and what several have stays with the newest', () => {
  const kept = () => readdirSync(join(folder, 'kept')).sort()
  for (let number = 1; number <= 12; number++) {
    build([`entry-${number}.js`, 'shared.js'], `routes-${number}.js`, day(number))
  }
  expect(kept()).toHaveLength(21)
  expect(kept()).not.toContain('entry-2.js')
  expect(kept()).toContain('entry-3.js')
  build(['entry-30.js', 'shared.js'], 'routes-30.js', day(25))
  expect(kept()).toEqual(
    ['entry-11.js', 'entry-12.js', 'entry-30.js', 'routes-11.js', 'routes-12.js', 'routes-30.js', 'shared.js'].sort(),
  )
  // After three weeks without a release, what runs is the build before.
  build(['entry-50.js'], 'routes-50.js', day(46))
  expect(kept()).toEqual(['entry-30.js', 'entry-50.js', 'routes-30.js', 'routes-50.js', 'shared.js'].sort())
})
