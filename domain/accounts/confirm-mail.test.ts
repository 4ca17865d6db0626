import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { messages } from '../notifications/tables.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { askConfirmation, confirmMail, isMailConfirmed } from './confirm-mail.ts'
import { mailAskedLinks } from './mail-links.ts'
import { registerAccount } from './register-account.ts'
import { isResetLinkValid } from './set-new-password.ts'
import { users } from './tables.ts'

const world = await worldOfFile()

/** The tokens of every link of this kind that a mailbox got. */
async function tokensTo(email: string, kind: 'confirm_mail' | 'new_password'): Promise<string[]> {
  await mailAskedLinks(world.deps)
  const mails = await world.deps.db
    .select()
    .from(messages)
    .where(and(eq(messages.recipient, email), like(messages.dedupe_key, `${kind}:%`)))
  return mails.map(({ body }) => /\?token=([\w-]{43})/.exec(body)?.[1] ?? '')
}

async function registered() {
  const email = `${randomUUID()}@example.com`
  const made = await registerAccount(
    { ...world.deps, passwords: quick_passwords },
    { email, password: PASSWORD, role: 'vendor' },
  )
  expect(made.ok).toBe(true)
  const [user] = await world.deps.db.select().from(users).where(eq(users.email, email))
  const [token = ''] = await tokensTo(email, 'confirm_mail')
  return { email, user_id: user?.id ?? '', token }
}

test('a registration is followed by a mail whose link confirms the address, once and for good', async () => {
  const ada = await registered()
  expect(await isMailConfirmed(world.deps.db, ada.user_id)).toBe(false)
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirmMail(world.deps, ada.token)))
  expect(answers.every((answer) => answer.ok)).toBe(true)
  expect(await isMailConfirmed(world.deps.db, ada.user_id)).toBe(true)
  expect((await confirmMail(world.deps, ada.token)).ok).toBe(true)
})

test('a link that is unknown, too old or of another kind confirms nothing', async () => {
  const ada = await registered()
  await askPasswordReset(world.deps, { email: ada.email })
  const [reset = ''] = await tokensTo(ada.email, 'new_password')
  for (const token of [reset, '', 'x', 'a'.repeat(43)]) {
    expect(await confirmMail(world.deps, token)).toMatchObject({ reason: 'link' })
  }
  expect(await isResetLinkValid(world.deps, ada.token)).toBe(false)
  world.clock.advance(24 * 3600 + 1)
  expect(await confirmMail(world.deps, ada.token)).toMatchObject({ reason: 'link' })
  expect(await isMailConfirmed(world.deps.db, ada.user_id)).toBe(false)
})

test('the mail is sent again, five times an hour at most, also when asked for at once', async () => {
  const ada = await registered()
  await Promise.all(Array.from({ length: 12 }, () => askConfirmation(world.deps, ada)))
  const tokens = await tokensTo(ada.email, 'confirm_mail')
  expect(tokens).toHaveLength(5)
  expect((await confirmMail(world.deps, tokens.at(-1) ?? '')).ok).toBe(true)
})
