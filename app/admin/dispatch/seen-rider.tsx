import type { AssignedView, WaitingView } from './dispatch-view.server.ts'

/** Whose the order was on this screen, empty for nobody: the field as an order that is dragged sends it too. */
export const seenRider = (row: WaitingView | AssignedView) => ('rider' in row ? row.rider.user_id : '')

/** Says with a form whose the order was when it was filled in, so that it counts for no other rider. */
export function SeenRider({ row }: { row: WaitingView | AssignedView }) {
  return <input type="hidden" name="seen_rider_id" value={seenRider(row)} />
}
