import { expect, test } from 'vitest'
import { readArguments, usage } from './arguments.ts'

const read = (...args: string[]) => readArguments(args)

test('what is asked is read, and what is left out has its usual value', () => {
  expect(read('--only=cluster', '--rate=5', '--broken=disk,network', '--write')).toMatchObject({
    help: false,
    only: ['cluster'],
    rate: 5,
    broken: ['disk', 'network'],
    minutes: 60,
    write: true,
    profile: null,
  })
})

test('what is no option, no part and no number is refused in one line', () => {
  expect(() => read('--rat=5')).toThrow(/^Unknown option '--rat'/)
  expect(() => read('--only=bytes,nothing')).toThrow(/^--only knows bytes, pages, .*, not "nothing"$/)
  for (const text of ['0', '-1', 'x', '']) {
    expect(() => read('--only=bytes', `--seconds=${text}`)).toThrow('--seconds must be a number above zero, not')
  }
})

test('--help is asked beside anything, and the usage names every option', () => {
  const all = read('--only=bytes', '--help')
  expect(all.help).toBe(true)
  const names = Object.keys(all).filter((name) => name !== 'help')
  expect(names.filter((name) => !usage.includes(`\n  --${name}`))).toEqual([])
})
