import { afterEach, expect, test, vi } from 'vitest'
import { postSteps } from './post-steps.ts'
import type { PhoneStep } from './step-store.ts'

afterEach(() => void vi.unstubAllGlobals())

const unsigned = { photo: new Blob(), step_key: 'key' }

function kept(id: string, delivery_id: number, verb: string, more: Partial<PhoneStep> = {}): PhoneStep {
  const step = { id, delivery_id, verb, happened_at: `2026-11-29T12:00:0${id}.000Z`, signature: 'signed' }
  return { id, owner: 'rider', step, outcome: null, details: null, ...more } as PhoneStep
}

/** Which steps are sent. */
async function sent(steps: readonly PhoneStep[]): Promise<string[]> {
  let ids: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: FormData }) => {
    ids = JSON.parse(String(body.get('steps'))).map(({ id }: { id: string }) => id)
    return Response.json({ answers: [], at: 1 })
  })
  await postSteps(steps)
  return ids
}

test('food that is back waits for the photo of why, and holds up no other delivery', async () => {
  const out = kept('1', 7, 'way_out', { outcome: 'photo_unsent', unsigned })
  const others = [kept('2', 7, 'back'), kept('3', 8, 'back'), kept('4', 9, 'deliver')]
  expect(await sent([out, ...others])).toEqual(['3', '4'])
  expect(await sent([kept('1', 7, 'way_out'), ...others])).toEqual(['1', '2', '3', '4'])
  expect(await sent([kept('1', 7, 'way_out', { outcome: 'bad_photo' }), ...others])).toEqual(['2', '3', '4'])
})
