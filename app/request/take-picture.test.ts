import { beforeAll, expect, test } from 'vitest'
import { type Actor, founderOf } from '../../domain/accounts/actor.ts'
import { movableClock } from '../../domain/clock.ts'
import { createAtOnce } from '../../server/at-once.ts'
import { databaseOfFile } from '../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import type { AppServices } from '../services.ts'
import { takePicture } from './take-picture.ts'

const database = await databaseOfFile(5)
const actors: Actor[] = []

beforeAll(async () => {
  for (let number = 0; number < 6; number++) {
    const { user_id, email } = await insertVendor(database.db)
    actors.push(founderOf({ user_id, email }))
  }
})

test('of many pictures at once two of an account and eight in all are kept; others hear that we are busy', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let under_way = 0
  let most = 0
  const services = {
    db: database.db,
    clock: movableClock(LUNCH_TIME),
    allow: () => true,
    enter: createAtOnce(),
    pictures: {
      addressOf: (_: Buffer, owner: string) => `/images/${owner}`,
      async store() {
        most = Math.max(most, ++under_way)
        await finished
        under_way--
        return '/images/stored'
      },
    },
  } as unknown as AppServices
  const form = new FormData()
  form.set('picture', new File(['bytes'], 'a.png'))
  const send = (actor: Actor) => takePicture(services, actor, form)
  const answers = actors.flatMap((actor) => [send(actor), send(actor), send(actor)])
  let heard = 0
  for (const answer of answers) void answer.then(() => heard++)
  // All have asked: eight are being stored, the others were answered.
  await expect.poll(() => [under_way, heard]).toEqual([8, 10])
  finish()
  const outcomes = (await Promise.all(answers)).map((answer) => (answer?.ok ? 'stored' : answer?.reason))
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(8)
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(10)
  expect(most).toBe(8)
  const [first] = actors
  expect(first && (await send(first))).toMatchObject({ ok: true })
})

test('a form without a picture counts as none', async () => {
  const services = { allow: () => false } as unknown as AppServices
  const [first] = actors
  expect(first && (await takePicture(services, first, new FormData()))).toBeNull()
})
