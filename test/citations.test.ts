import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Whatever a file of this repository cites is in this repository, under the heading that is named. */

const root = fileURLToPath(new URL('..', import.meta.url))

type Text = { path: string; text: string }

/** This file names what nobody may cite. */
const own = 'test/citations.test.ts'
const texts: Text[] = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.(ts|tsx|mjs|css|md|sql)$/.test(path) && path !== own)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** A Markdown file's headings as GitHub makes anchors of them, without what looks like one inside of code. */
function anchorsOf(text: string): string[] {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  return [...prose.matchAll(/^#{1,6}\s+(.+?)\s*#*\s*$/gm)].map(([, title = '']) => slug(title))
}

/** Links count by their words; letters, figures, `-` and `_` stay, each space becomes a hyphen. */
function slug(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

const anchors = new Map(
  texts.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
)

type Citation = { path: string; anchor: string | undefined }

/** `docs/<file>.md#<heading>` wherever it stands, and in Markdown every link to another file or heading of ours. */
function citationsIn({ path, text }: Text): Citation[] {
  const named = [...text.matchAll(/(?<![\w/.-])(docs\/[\w./-]*\w\.md)(?:#([\w-]*\w))?/g)]
  const found = named.map(([, file = '', anchor]) => ({ path: file, anchor }))
  return path.endsWith('.md') ? [...found, ...linksIn({ path, text })] : found
}

function linksIn({ path, text }: Text): Citation[] {
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]*\.md)?(?:#([^)\s]+))?\)/g)]
  return links
    .filter(([, file, anchor]) => file !== undefined || anchor !== undefined)
    .map(([, file, anchor]) => ({ path: file === undefined ? path : join(dirname(path), file), anchor }))
}

/** Why a citation leads nowhere; null for a good one. */
function problemOf({ path, anchor }: Citation): string | null {
  const known = anchors.get(path)
  if (!known) return `${path}, which does not exist`
  return anchor === undefined || known.includes(anchor) ? null : `${path}#${anchor}, which is no heading of it`
}

/** What a clone does not have, by the words with which it would be cited. */
const absent: readonly [string, RegExp][] = [
  ['a section of a specification', /\bspec\.md\b|\bspec\s*\(?§|\bthe spec\b/gi],
  ['the reading of a specification', /reading[- ]the[- ]spec/gi],
  ['a review', /\breview\.md\b/gi],
  ['examples', /\bexamples\.md\b/gi],
  ['a document of docs/ without its folder', /(?<![\w/.-])(providers|promises|architecture|product)\.md\b/gi],
]

/** The text without its links: those are judged by where they lead. */
const withoutLinks = ({ path, text }: Text) => (path.endsWith('.md') ? text.replace(/\[[^\]]*\]\([^)]*\)/g, '') : text)

describe('how a citation is read', () => {
  test.each([
    ['Delivery fee', 'delivery-fee'],
    ['Late, short and double money', 'late-short-and-double-money'],
    ['`/health` and a [link](docs/x.md)', 'health-and-a-link'],
    ['Über_9 – 10 %', 'über_9--10-'],
  ])('the heading %j has the anchor %j', (title, anchor) => expect(slug(title)).toBe(anchor))

  test('what looks like a heading inside of code is none', () => {
    expect(anchorsOf('# One\n\n```sh\n# not this\n```\n\n## Two ##\n')).toEqual(['one', 'two'])
  })

  test('files and headings are found in comments, the end of a sentence is not part of them', () => {
    const text = '// As docs/product.md#delivery-fee. Of docs/decisions/021-passwords.md.'
    expect(citationsIn({ path: 'domain/example.ts', text })).toEqual([
      { path: 'docs/product.md', anchor: 'delivery-fee' },
      { path: 'docs/decisions/021-passwords.md', anchor: undefined },
    ])
  })

  test('links are found in Markdown, from where they stand; those to the web are not ours', () => {
    const text = '[a](../glossary.md) [b](#why) [c](https://example.com/x.md) [d](..)'
    expect(citationsIn({ path: 'docs/decisions/one.md', text })).toEqual([
      { path: 'docs/glossary.md', anchor: undefined },
      { path: 'docs/decisions/one.md', anchor: 'why' },
    ])
  })
})

describe('what leads nowhere', () => {
  test('a document and a heading that are not there', () => {
    expect(problemOf({ path: 'docs/product.md', anchor: 'delivery-fee' })).toBeNull()
    expect(problemOf({ path: 'docs/product.md', anchor: 'nothing' })).toContain('no heading')
    expect(problemOf({ path: 'docs/nothing.md', anchor: undefined })).toContain('does not exist')
  })

  test.each([
    'Spec §9: a figure.',
    'as the spec has it',
    'spec.md',
    'reading-the-spec',
    'review.md',
    'examples.md',
    '(providers.md 1.6)',
    'promises.md, Safety',
  ])('what a clone does not have: %j', (text) => {
    expect(absent.some(([, words]) => text.search(words) >= 0)).toBe(true)
  })

  test.each(['docs/providers.md#refunds', 'RFC 9110 §12.5.3', '[a](promises.md)'])(
    'and what is no such thing: %j',
    (text) => {
      const prose = withoutLinks({ path: 'docs/one.md', text })
      expect(absent.some(([, words]) => prose.search(words) >= 0)).toBe(false)
    },
  )
})

test('every citation leads to a heading', () => {
  const astray = texts.flatMap((file) =>
    citationsIn(file)
      .map(problemOf)
      .flatMap((problem) => (problem ? [`${file.path} cites ${problem}`] : [])),
  )
  expect(astray, 'Cite a heading that is there, or give the document that heading.').toEqual([])
})

test.each(absent)('nothing cites %s', (_, words) => {
  const citing = texts.flatMap((file) =>
    [...withoutLinks(file).matchAll(words)].map(([said]) => `${file.path} says ${said}`),
  )
  expect(citing, 'A clone does not have it: cite docs/, or say the reason itself.').toEqual([])
})

test('no document has a heading twice, so that an anchor means one place', () => {
  const twice = [...anchors].flatMap(([path, known]) =>
    known.filter((anchor, place) => known.indexOf(anchor) < place).map((anchor) => `${path} has #${anchor} twice`),
  )
  expect(twice).toEqual([])
})

test('every decision that is named by its number is there', () => {
  const numbers = new Set([...anchors.keys()].flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []))
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions?[ /](\d{3})\b/g)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([said]) => `${path} says ${said}`),
  )
  expect(missing).toEqual([])
})
