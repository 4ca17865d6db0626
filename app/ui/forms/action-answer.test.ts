import { expect, test } from 'vitest'
import { sources } from '../../../test/sources.ts'
import { refusal, refused, wrongFields } from './action-answer.ts'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('what was typed comes back with a refusal, and what is wrong stands beside its field', () => {
  const form = formOf({ intent: 'times', minutes: '400' })
  expect(refusal(form, 422, 'At most 120.', 'minutes')).toMatchObject({
    init: { status: 422 },
    data: {
      ok: false,
      intent: 'times',
      said: '',
      errors: { minutes: 'At most 120.' },
      typed: { minutes: '400' },
    },
  })
  expect(wrongFields(form, { minutes: 'Required' }).data).toMatchObject({ errors: { minutes: 'Required' } })
})

test('a field that the form does not have leaves its words to the form', () => {
  expect(refusal(formOf({}), 422, 'Please say why.', 'reason').data).toMatchObject({
    said: 'Please say why.',
    errors: {},
  })
})

test('no password comes back, nor what a script added', () => {
  const kinds = sources.flatMap(({ path, text }) =>
    path.startsWith('app/') ? [...text.matchAll(/name="(\w+)"\s+label="[^"]*"\s+type="password"/g)] : [],
  )
  const passwords = kinds.map(([, name = '']) => name)
  expect(passwords).toEqual(expect.arrayContaining(['current', 'password', 'confirmation']))
  const form = formOf({
    ...Object.fromEntries(passwords.map((name) => [name, 'amala'])),
    _cart: '[]',
    name: 'Ada',
  })
  expect(refused(form, 'No.').typed).toEqual({ name: 'Ada' })
})
