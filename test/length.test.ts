import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { folders, root, sources } from './sources.ts'

const MOST_LINES = 300
const LONGEST_FUNCTION = 100
const LONGEST_LINE = 120

const written_by_hand = [
  `{${folders},docs}/**/*.{ts,tsx,mjs,css,md,yml,yaml,cfg,service}`,
  '*.{ts,md,yml}',
  '.{editorconfig,env.example,gitattributes,gitignore,dockerignore}',
]

/** What cannot be broken, or is read worse when it is. */
const in_one_piece = [
  { what: 'a row of a table in Markdown', line: /^\s*\|.*\|$/ },
  { what: 'an address', line: /https?:\/\/\S{80,}/ },
  { what: 'the path of a drawing', line: /^\s*\w+[:=] ?(['"])M[\d\sa-zA-Z.,-]+\1,?$/ },
  { what: 'a regular expression', line: /^\s*(\w+: )?\/(?![/*]).*\/[a-z]*,?$/ },
]

test('files are short enough to be read at once', () => {
  // Data is as long as it is; the sandbox's payment page is drawn by one stylesheet.
  const excused = /^demo\/|^sandbox\/flutterwave\/checkout\/frame\.css$/
  const too_long = sources.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES)
  expect(
    too_long.map(({ path }) => path).filter((path) => !excused.test(path)),
    `More than ${MOST_LINES} lines hide a second thing: give it a file of its own.`,
  ).toEqual([])
})

/** Read worse in parts. */
const long_functions: Readonly<Record<string, string>> = {
  'app/page/page-cache.ts createPageCache': 'Short functions over one memory that is nobody else’s.',
  'app/page/wake-page.ts wakePage': 'Its own text is sent to the browser, so it can use nothing outside of it.',
  'app/storefront/pages/privacy.tsx Text': 'A page of prose, from its first heading to its last.',
  'server/supervise.ts supervise': 'Short functions over the processes that run.',
}

/** The functions of a file that are longer than the most, by the file's path and their names. */
function longFunctionsOf(path: string, text: string): string[] {
  const found: string[] = []
  const look = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, id, key } = node as Record<string, unknown>
    const named = [id, key].find((one) => typeof one === 'object' && one !== null && 'name' in one)
    const own = String((named as { name?: unknown } | undefined)?.name ?? name)
    const is_function = /Function/.test(String(type))
    if (is_function && text.slice(Number(start), Number(end)).split('\n').length > LONGEST_FUNCTION)
      found.push(`${path} ${own}`)
    for (const inner of Object.values(node)) look(inner, own)
  }
  look(parseSync(path, text).program, '')
  return found
}

test('functions of the product are short enough to be read at once', () => {
  const product = sources.filter(({ path }) => /^(adapters|app|db|domain|server)\/.*(?<!\.test)\.tsx?$/.test(path))
  const long = product.flatMap(({ path, text }) => longFunctionsOf(path, text))
  expect(
    long.filter((name) => !long_functions[name]),
    `More than ${LONGEST_FUNCTION} lines: take out what has a name of its own, or give the reason here.`,
  ).toEqual([])
  expect(Object.keys(long_functions).filter((name) => !long.includes(name))).toEqual([])
})

test('no line is longer than 120 characters', () => {
  const long = globSync(written_by_hand, { cwd: root }).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => ([...line].length > LONGEST_LINE ? [{ at: `${path}:${index + 1}`, line }] : [])),
  )
  const broken = long.filter(({ line }) => !in_one_piece.some((kind) => kind.line.test(line)))
  expect(broken.map(({ at }) => at)).toEqual([])
  const unused = in_one_piece.filter((kind) => !long.some(({ line }) => kind.line.test(line)))
  expect(unused).toEqual([])
})
