import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'
import { ledgerReport } from './ledger-report.ts'

const database = await databaseOfFile(1)

async function ledgerCheck() {
  const command = spawn(process.execPath, [fileURLToPath(new URL('ledger-check.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => command.once('exit', resolve))
  const [said, complained, code] = await Promise.all([text(command.stdout), text(command.stderr), ended])
  return { lines: said.trimEnd().split('\n'), complained, code }
}

test('says ok eight times and ends with 0 where nothing is wrong', async () => {
  const { lines, complained, code } = await ledgerCheck()
  expect({ complained, code }).toEqual({ complained: '', code: 0 })
  expect(lines.filter((line) => /^I[1-8] {2}ok /.test(line))).toHaveLength(8)
  expect(lines.at(-1)).toBe('Every kobo is where it belongs.')
})

test('names what is broken and ends with 1', async () => {
  await database.db.execute(sql`insert into messages (channel, dedupe_key, recipient, body, created_at)
    values ('sms', 'x', 'y', 'z', now())`)
  const { lines, code } = await ledgerCheck()
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('I7  BROKEN'))).toHaveLength(1)
  expect(lines.some((line) => line.endsWith(': forgotten in the outbox'))).toBe(true)
  expect(lines.at(-1)).toBe('1 violation.')
})

test('shows the first twenty of many', () => {
  const many = Array.from({ length: 25 }, (_, number) => ({
    invariant: 'I2' as const,
    subject: String(number),
    problem: 'order without its money',
  }))
  const lines = ledgerReport(many)
  expect(lines).toContain('            19: order without its money')
  expect(lines).toContain('            and 5 more')
  expect(lines.at(-1)).toBe('25 violations.')
})
