import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folders, root, sources } from './sources.ts'

const MOST_LINES = 300
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
