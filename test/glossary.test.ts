import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const houses = ['adapters', 'app', 'bench', 'db', 'demo', 'domain', 'sandbox', 'server', 'simulate', 'torture']
const rooms = ['domain/delivery', 'domain/notifications']
/** The sandbox's stand-ins are named after their services (docs/providers.md). */
const services = ['flutterwave', 'nominatim', 'paystack', 'smarthive', 'termii']

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')

test('the glossary defines every noun that names a folder', () => {
  const defined = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, words = '']) =>
    words.split(/[,()]/).map((word) => singular(word.trim())),
  )
  const folders = [...houses, ...[...houses, ...rooms].flatMap(foldersIn)]
  const missing = folders.filter((name) => !services.includes(name) && !defined.includes(singular(name)))
  expect([...new Set(missing)], 'Give it a line in docs/glossary.md, in plain words.').toEqual([])
})
