import { describe, expect, test } from 'vitest'
import { folders, type Import, importsOf, type Source, sources } from './sources.ts'

/**
 * The rules that keep the code in order, checked on the sources themselves. A failure says what to do; where a rule is
 * wrong, change it here, with the reason, and in docs/decisions/.
 */

test('imports are read as they are meant', () => {
  const text = [
    "import type { Db } from '../../db/open.ts'",
    "import { type Kobo, sumKobo } from '../money.ts'",
    "import {\n  type Quote,\n  type CartLine,\n} from './quote.ts'",
    "import sharp, { type Metadata } from 'sharp'",
    "export * from './tables.ts'",
    'export type Found = { by: string }',
    "const { S3Driver } = await import('flydrive/drivers/s3')",
  ].join('\n')
  expect(importsOf('domain/checkout/example.ts', text)).toEqual([
    { from: 'db/open.ts', types_only: true },
    { from: 'domain/money.ts', types_only: false },
    { from: 'domain/checkout/quote.ts', types_only: true },
    { from: 'sharp', types_only: false },
    { from: 'domain/checkout/tables.ts', types_only: false },
    { from: 'flydrive/drivers/s3', types_only: false },
  ])
})

const pathsOf = (found: Source[]) => found.map(({ path }) => path)
const isTest = (path: string) => /\.(test|journey)\.ts$/.test(path)
const within = (...starts: string[]) =>
  sources.filter(({ path }) => !isTest(path) && starts.some((start) => path.startsWith(start)))

/** The imports in some files that break a rule, as `file imports that`. */
function offences(files: Source[], breaks: (found: Import, file: Source) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((found) => breaks(found, file)).map((found) => `${file.path} imports ${found.from}`),
  )
}

describe('the ladder of domain/', () => {
  /** Lower rungs first. A noun imports from the rungs below its own; only plain values know each other. */
  const ladder: readonly (readonly string[])[] = [
    [
      ...[
        'admin-roles',
        'brand',
        'calendar-day',
        'clock',
        'csv',
        'due',
        'keyset',
        'kitchen-roles',
        'lane',
        'lifecycle',
      ],
      ...['list-sizes', 'list-view', 'money', 'move', 'phone', 'plain-text', 'recent-answer', 'refusal', 'search'],
      ...['seeded-random', 'trace', 'written-together'],
    ],
    ['audit'],
    ['settings'],
    ['places'],
    ['accounts'],
    ['catalog'],
    ['payments', 'promotions'],
    ['orders'],
    ['delivery'],
    ['cases', 'chat', 'claims', 'payouts', 'ratings'],
    ['checkout'],
    ['backups', 'notifications', 'reconciliation'],
    ['events'],
    ['analytics', 'desk', 'invariants', 'reactions', 'retention'],
    ['pull-back-due-times', 'vital-signs'],
  ]
  const nounOf = (path: string) => path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
  const rungOf = (path: string) => ladder.findIndex((rung) => rung.includes(nounOf(path)))
  const isOfDomain = (path: string) => path.startsWith('domain/')

  test('knows every noun', () => {
    const unknown = within('domain/').filter(({ path }) => rungOf(path) === -1)
    expect(
      unknown.map(({ path }) => path),
      'Give this noun its rung: in the ladder of test/architecture.test.ts and in domain/README.md.',
    ).toEqual([])
  })

  test('is never climbed: a noun imports from the rungs below its own', () => {
    const climbs = offences(within('domain/'), ({ from, types_only }, { path }) => {
      if (!isOfDomain(from) || nounOf(from) === nounOf(path) || rungOf(from) < rungOf(path)) return false
      return rungOf(path) > 0 && !(from === 'domain/events.ts' && types_only)
    })
    expect(
      climbs,
      'Something low must not know what is above it. Announce what happened (domain/events.ts) and say in ' +
        'domain/reactions.ts what follows, or take what you need as an argument.',
    ).toEqual([])
  })

  test('ends in events.ts, which is made of types, and reactions.ts, which nobody below imports', () => {
    const events = sources.filter(({ path }) => path === 'domain/events.ts')
    expect(
      offences(events, ({ types_only }) => !types_only),
      'domain/events.ts only says what happened: import types.',
    ).toEqual([])
    expect(
      offences(within('domain/'), ({ from }) => from === 'domain/reactions.ts'),
      'Announce an event instead; the server hands the reactions to the verbs.',
    ).toEqual([])
  })
})

describe('the ladder of app/', () => {
  /** Lower rungs first. Audiences keep to themselves; what is above them puts them together. */
  const ladder: readonly (readonly string[])[] = [
    ['services', 'address', 'back-office', 'theme', 'page'],
    ['request'],
    ['ui'],
    ['account'],
    ['admin', 'rider', 'storefront', 'vendor'],
    ['endpoints', 'entry', 'own-office', 'root', 'routes', 'workers'],
  ]
  const roomOf = (path: string) => path.split('/')[1]?.replace(/\..+$/, '') ?? ''
  const rungOf = (path: string) => ladder.findIndex((rung) => rung.includes(roomOf(path)))
  const isOfApp = (path: string) => path.startsWith('app/') && !path.includes('/+types/')

  test('knows every room', () => {
    const unknown = within('app/').filter(({ path }) => rungOf(path) === -1)
    expect(pathsOf(unknown), 'Give this room its rung: here and in docs/architecture.md.').toEqual([])
  })

  test('is never climbed: a room imports from the rungs below its own', () => {
    expect(
      offences(within('app/'), ({ from }, { path }) => {
        return isOfApp(from) && roomOf(from) !== roomOf(path) && rungOf(from) >= rungOf(path)
      }),
      'What two audiences share has no audience: it belongs into ui/, or into account/ if it knows who is signed in.',
    ).toEqual([])
  })
})

test('no files need each other in a circle, not even their types', () => {
  const product = within('app/', 'domain/', 'server/', 'adapters/', 'db/', 'demo/')
  const needs = new Map(product.map(({ path, imports }) => [path, imports.map(({ from }) => from)]))
  const done = new Set<string>()
  const circles: string[][] = []
  const follow = (path: string, way: string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
    if (done.has(path) || way.includes(path)) return
    for (const next of needs.get(path) ?? []) if (needs.has(next)) follow(next, [...way, path])
    done.add(path)
  }
  for (const path of needs.keys()) follow(path, [])
  expect(circles, 'Move what both need into a file of its own.').toEqual([])
})

describe('domain/ is what is true, whoever asks', () => {
  test('knows no page, no HTTP and no process', () => {
    const foreign = /^(react|react-dom|react-router|@react-router\/.+|hono|@hono\/.+|pino|pg|nodemailer)(\/|$)/
    const of_the_machine = /^node:(?!crypto$)/
    expect(
      offences(within('domain/'), ({ from }) => foreign.test(from) || of_the_machine.test(from)),
      'Take it as an argument: a verb gets db, clock and adapters from its caller.',
    ).toEqual([])
    expect(
      within('domain/')
        .filter(({ text }) => /\bfetch\(|\bprocess\.|\bnew Date\(\)|\bDate\.now\(\)/.test(text))
        .map(({ path }) => path)
        .filter((path) => path !== 'domain/clock.ts'),
      'No fetch, no process and no time of its own: adapters, settings and the clock are arguments.',
    ).toEqual([])
  })

  test('imports from the other folders only interfaces, the database, its statements and its column types', () => {
    const of_the_database = ['after-commit', 'handle', 'columns', 'kept-statement'].map((file) => `db/${file}.ts`)
    const allowed = [...of_the_database, 'adapters/call-provider.ts']
    expect(
      offences(within('domain/'), ({ from, types_only }) => {
        if (!/^(adapters|app|bench|db|demo|sandbox|scripts|server|test|torture)\//.test(from)) return false
        return !(allowed.includes(from) || (types_only && from.startsWith('adapters/')))
      }),
      'Import the type of the interface in adapters/ and take the adapter as an argument.',
    ).toEqual([])
  })

  test('sends only forms, lifecycles and plain values to the browser', () => {
    const plain = /^domain\/(money|brand|admin-roles|kitchen-roles|plain-text)\.ts$/
    const shared = /\/(forms|lifecycle|cart-line|dish-contents|option-\w+|place-named-in|sms-text)\.ts$/
    const travellers = within('domain/').filter(({ path }) => plain.test(path) || shared.test(path))
    // Phone and server tell carts and choices apart by the same rule; without Zod, as every public page carries it.
    const light = [
      /^zod$|^domain\/(money|brand|calendar-day|lifecycle|refusal|admin-roles|kitchen-roles|plain-text)\.ts$/,
      /^domain\/[a-z]+\/(words\/|incidents\/)?(forms|lifecycle|sms-text)\.ts$/,
      /^domain\/catalog\/menu\/(cart-line|dish-contents|option-\w+)\.ts$/,
    ]
    expect(
      offences(travellers, ({ from, types_only }) => !types_only && !light.some((one) => one.test(from))),
      'This file is part of the pages: what only the server can check belongs into the verb.',
    ).toEqual([])
  })
})

describe('the other folders', () => {
  test('adapters/ know of the domain its plain values and its types', () => {
    expect(
      offences(
        within('adapters/'),
        ({ from, types_only }) =>
          /^(app|db|demo|sandbox|server)\//.test(from) || (!types_only && /^domain\/[^/]+\//.test(from)),
      ),
      'An adapter translates between one vendor and one interface; rules belong into domain/.',
    ).toEqual([])
  })

  test('screens ask queries and call verbs; they know no tables and write no SQL', () => {
    expect(
      offences(
        within('app/'),
        ({ from, types_only }) => !types_only && /\/tables\.ts$|^(db|demo)\/|^drizzle-orm|^pg$|^sandbox\//.test(from),
      ),
      'Write a query or a verb of domain/, in a file named after what it answers. Types may be imported.',
    ).toEqual([])
  })

  test('sandbox/ and the product share no code: a misreading must not stand on both sides', () => {
    const inside = sources.filter(({ path }) => path.startsWith('sandbox/'))
    const product = new RegExp(`^(${folders.replaceAll(',', '|')})/`)
    // How long a test waits says nothing about a provider.
    const known = (from: string) => from.startsWith('sandbox/') || from === 'test/eventually.ts'
    expect(
      offences(inside, ({ from }) => product.test(from) && !known(from)),
      'Read how the provider speaks (docs/providers.md) and write it here a second time.',
    ).toEqual([])
    const outside = sources.filter(({ path }) => !/^(sandbox|test|bench|simulate|torture)\//.test(path))
    expect(
      offences(outside, ({ from }) => from.startsWith('sandbox/')),
      'The product knows base URLs and keys, never the sandbox. server/sandbox-process.ts starts it by its path.',
    ).toEqual([])
  })

  test('settings are read in one place', () => {
    const readers =
      /^(server\/(config|settings)\.ts|sandbox\/main\.ts|[^/]+\.config\.ts|(scripts|test|bench|torture)\/.+|deploy\/cluster\/pictures\.ts)$/
    // It passes its environment on to the process that it starts, and reads nothing from it.
    const passes_on = 'server/sandbox-process.ts'
    expect(
      sources
        .filter(({ path, text }) => /\bprocess\.env\b|\{ env \} = process/.test(text) && !isTest(path))
        .map(({ path }) => path)
        .filter((path) => !readers.test(path) && path !== passes_on),
      'Add the setting to server/config.ts and .env.example, and take its value as an argument.',
    ).toEqual([])
  })
})

describe('files', () => {
  const code = sources.filter(({ path }) => !path.endsWith('.css'))

  test('are named after what they are', () => {
    expect(
      pathsOf(sources).filter((path) => /(^|[/.-])(utils?|helpers?|misc|common|shared)([/.-]|$)/.test(path)),
      'Name it after the noun or the verb that is in it.',
    ).toEqual([])
  })

  test('export what is in them: there are no barrels', () => {
    expect(
      pathsOf(sources).filter((path) => /(^|\/)index\.(ts|tsx|mjs)$/.test(path)),
      'Import the file that has it.',
    ).toEqual([])
    expect(
      pathsOf(code.filter(({ text }) => /^export (type )?(\*|\{[^}]*\}) .*from '/m.test(text))),
      'Import the file that has it. Only db/schema.ts gathers, because Drizzle reads one file.',
    ).toEqual(['db/schema.ts'])
  })

  test('have named exports, but for route modules and what a tool reads', () => {
    const routes = sources.find(({ path }) => path === 'app/routes.ts')?.text ?? ''
    const route_modules = [...routes.matchAll(/'([\w/-]+\.tsx?)'/g)].map(([, path]) => `app/${path}`)
    const read_by_tools = [
      /^[^/]+\.config\.ts$|^app\/(root\.tsx|routes\.ts|entry\.[a-z]+\.tsx)$/,
      /^test\/postgres-for-tests\.ts$|^scripts\/unhandled-errors-reporter\.mjs$/,
    ]
    expect(
      pathsOf(code.filter(({ text }) => /^export default /m.test(text))).filter(
        (path) => !route_modules.includes(path) && !read_by_tools.some((one) => one.test(path)),
      ),
      'Export it by its name; if it is a route module, give it its line in app/routes.ts.',
    ).toEqual([])
  })

  test('say what type everything has', () => {
    const any_type = /(?::\s*|<|\bas\s+|=\s*|\|\s*)any\s*(?=[,;)>\]=|&[]|$)/m
    // The sandbox's tests read any field of a provider's answer, and fail where it is missing.
    const excused = ['sandbox/sandbox-under-test.ts']
    expect(
      pathsOf(code.filter(({ text }) => any_type.test(text))).filter((path) => !excused.includes(path)),
      'Use `unknown` and look before you believe (Zod), or name the type.',
    ).toEqual([])
  })
})
