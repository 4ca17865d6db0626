import { expect, test } from 'vitest'
import type { DispatchBoard } from '../../../domain/delivery/dispatch/dispatch-board.ts'
import { dispatchView } from './dispatch-view.server.ts'

const at = new Date('2026-03-02T11:00:00Z')
const row = {
  ...{ delivery_id: 1, order_id: 1, troubles: [], promised_until: null, expected_until: null, incident: null },
  ...{ vendor_id: 'bose', pickup: null, drop: null, ready: true, ready_by: null, paid_at: at, refusals: 0 },
  proven: { rider_name: 'Musa', at, is_owed: false },
}
const bola = { user_id: 'bola', name: 'Bola', phone: null }
const nothing = {
  ...{ at_kitchen: [], waiting: [], assigned: [], riders: [], off_duty: [], without_pin: [], ways_to_see: [] },
}

function said(rows: object): string | null | undefined {
  const board = { ...nothing, campus: { places: [], ways: [] }, centre: {}, not_shown: 0, ...rows }
  const { waiting, assigned } = dispatchView(board as unknown as DispatchBoard, at, {
    show: 'all',
    kitchen: null,
    rider: null,
    order: null,
  })
  return [...waiting, ...assigned][0]?.proven
}

test('a hand-over that was proven late asks for what the card has a button for', () => {
  const waits = { ...row, status: 'Waiting', offered_to: null }
  expect(said({ waiting: [waits] })).toMatch(/there, mark it as delivered on the page of the order, so that nobody/)
  const carried = (status: string) => said({ assigned: [{ ...row, status, rider: bola }] })
  for (const status of ['Assigned', 'At vendor'])
    expect(carried(status)).toMatch(/there, take it back from Bola here, and mark it as delivered/)
  const picked_up = carried('Picked up')
  expect(picked_up).toMatch(/there, call Bola too, who has picked it up since, and mark it as delivered/)
  expect(picked_up).not.toContain('take it back')
})
