import { expect, test } from 'vitest'
import { sources } from '../../../test/sources.ts'
import { loader } from './cookies.tsx'

test('every key that a browser keeps is on the page', () => {
  const { html } = loader().data
  const keys = keysInCode()
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key) => !html.includes(`<code>${key}</code>`))).toEqual([])
})

/** What app code names to a browser's storage, in quotes or by a constant; a parameter is named by its callers. */
function keysInCode(): string[] {
  const texts = sources.filter(({ path }) => /^app\/.*(?<!\.test)\.tsx?$/.test(path)).map(({ text }) => text)
  const named =
    /(?:Storage\.\w+Item|(?:read|write)Storage|storedList|openDB<\w+>|caches\.open)\((\w+|'[^']+')|cacheName: (\w+)/g
  const found = texts.flatMap((text) =>
    [...text.matchAll(named)].map(([, argument, name]) => {
      const key = argument ?? name ?? ''
      if (key.startsWith("'")) return key.slice(1, -1)
      const constant = new RegExp(`const ${key} = '([^']+)'`)
      return [text, ...texts].map((each) => constant.exec(each)?.[1]).find((value) => value !== undefined)
    }),
  )
  return [...new Set(found.filter((key) => key !== undefined))]
}
