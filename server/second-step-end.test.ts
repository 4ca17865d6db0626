import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../domain/accounts/tables.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { insertAccount } from '../test/sign-in.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(2)
})
afterAll(() => database.close())

/** The command as it is typed. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/second-step-end.ts', ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://chowgate.example',
      SANDBOX: 'on',
    },
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

test('npm run second-step:end takes it away once, and says in words what it did or why not', async () => {
  const { user_id, email } = await insertAccount(database.db, 'admin')
  await database.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, user_id))
  const ended = run(`--email=${email}`)
  expect(ended.printed).toBe(`The login of ${email} has no second step now, and every device was logged out.\n`)
  expect(ended.status).toBe(0)
  expect(run(`--email=${email}`)).toEqual({
    status: 1,
    printed: `The login of ${email} has no second step; nothing was done.\n`,
  })
  expect(run('--all').printed).toBe('Whose? npm run second-step:end -- --email=ngozi@example.com\n')
})
