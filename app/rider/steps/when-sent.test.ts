import { expect, test } from 'vitest'
import { whenSent } from './when-sent.ts'

const plain = { outcome: null }
const with_photo = { outcome: 'photo_unsent', unsigned: { photo: new Blob(), step_key: '' } } as const

test('what a rider has done is sent when that says, whatever it waits for', () => {
  expect(whenSent([plain], false)).toBe('It is sent as soon as you are online.')
  expect(whenSent([plain], true)).toMatch(/once it gets through/)
  expect(whenSent([plain, with_photo], true)).toMatch(/once its photo has got through. Please keep this page open/)
  expect(whenSent([with_photo], false)).toMatch(/once you are online and open this page/)
  for (const online of [true, false]) {
    expect(whenSent([{ outcome: 'not_ready' }, { outcome: 'held_up' }], online)).toMatch(/marks the food as ready/)
    expect(whenSent([{ outcome: 'pin_paused' }], online)).toMatch(/once the pause is over/)
    expect(whenSent([], online)).toBe('We have it.')
  }
})
