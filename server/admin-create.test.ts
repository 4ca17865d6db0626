import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../domain/accounts/tables.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { askPerson } from './ask-person.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase(2)
  folder = mkdtempSync(join(tmpdir(), 'chowgate-admin-'))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The command as it is typed, without a terminal. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, ['server/admin-create.ts', ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PUBLIC_URL: 'https://chowgate.example',
      SANDBOX: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (piece) => (printed += piece))
  child.stderr.on('data', (piece) => (printed += piece))
  const exit_code = await new Promise((resolve) => child.on('close', resolve))
  return { exit_code, printed }
}

describe('npm run admin:create', () => {
  const ngozi = ['--email=ngozi@example.com', '--name=Ngozi', '--link']

  test('prints a link, and refuses the same address afterwards', async () => {
    const made = await run(...ngozi)
    expect(made.printed).toMatch(/https:\/\/chowgate\.example\/update-password\?token=[\w-]{43}\n$/)
    expect(made.exit_code).toBe(0)
    const [user] = await database.db.select().from(users).where(eq(users.email, 'ngozi@example.com'))
    expect(user).toMatchObject({ role: 'admin', name: 'Ngozi' })
    const again = await run(...ngozi)
    expect(again.printed).toContain('ngozi@example.com has an account already')
    expect(again.exit_code).toBe(1)
  })

  test('says what is missing or wrong, in words', async () => {
    expect((await run()).printed).toBe('There is no terminal to ask on: give --email=, --name= and --link.\n')
    expect((await run('--role=admin')).printed).toBe('The options are --email=, --name= and --link.\n')
    expect((await run('--email=x', '--name=X', '--link')).printed).toContain('cannot receive mail')
  })
})

test('a password that is typed does not show', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const person = askPerson({ input, output })
  const email = person.ask('Email: ')
  input.write('ngozi@example.com\r')
  expect(await email).toBe('ngozi@example.com')
  const password = person.askSecret('Password: ')
  input.write('amala-and-ewedu\r')
  expect(await password).toBe('amala-and-ewedu')
  person.close()
  const shown = String(output.read())
  expect(shown).toContain('ngozi@example.com')
  expect(shown).toContain('Password: ')
  expect(shown).not.toContain('amala')
})

test('a terminal that is left ends it', async () => {
  const input = new PassThrough()
  const person = askPerson({ input, output: new PassThrough() })
  const email = person.ask('Email: ')
  input.end()
  await expect(email).rejects.toThrow('Nothing was done.')
})
