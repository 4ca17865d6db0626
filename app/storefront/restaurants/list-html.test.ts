import { expect, test } from 'vitest'
import { nothingFound } from './filters.server.tsx'
import { listHtml } from './list-html.server.tsx'

type Chosen = Parameters<typeof nothingFound>[0]
const all: Chosen = {
  ...{ search: '', sort: 'all', open_only: false, only: null, category: null },
  ...{ diet: undefined, without: undefined, most_kobo: undefined },
}
const said = (chosen: Partial<Chosen>) =>
  listHtml({ vendors: [], page: 1, pages: 1, before: '/restaurants?', nothing: nothingFound({ ...all, ...chosen }) })

test('a marketplace without a restaurant offers no way to others, and a search without a find does', () => {
  expect(said({})).toContain('No restaurant is listed yet.')
  expect(said({})).not.toContain('Show all restaurants')
  expect(said({ search: 'ewedu' })).toContain('Show all restaurants')
})
