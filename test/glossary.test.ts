import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tools = ['bench', 'mutation', 'simulate', 'torture']
const houses = ['adapters', 'app', 'db', 'demo', 'domain', 'sandbox', 'server', ...tools]
/** The sandbox's stand-ins are named after their services (docs/providers.md). */
const services = ['flutterwave', 'nominatim', 'paystack', 'smarthive', 'termii']
/** They mean here what they mean everywhere; `meta` is the name that Drizzle Kit gives. */
const plain = ['browser', 'home', 'meta', 'search']

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replaceAll('-', ' '))
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')

test('the glossary defines every noun that names a folder', () => {
  const defined = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, words = '']) =>
    words.split(/[,()]/).map((word) => singular(word.trim())),
  )
  const folders = [...houses, ...houses.flatMap(foldersIn)]
  const excused = [...services, ...plain]
  const missing = folders.filter((name) => !excused.includes(name) && !defined.includes(singular(name)))
  expect([...new Set(missing)], 'Give it a line in docs/glossary.md, in plain words.').toEqual([])
})
