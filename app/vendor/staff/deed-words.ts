import type { Deed } from '../../../domain/catalog/deed.ts'

type Line = { about: string | null; before: string | null; after: string | null }

/** What the kitchen's history says of each, after who did it. */
const words: Readonly<Record<Deed, (line: Line) => string>> = {
  dish_added: ({ about, after }) => `Put ${about} on the menu, for ${after}`,
  dish_changed: ({ about, before }) => (before ? `Changed ${before}, which is ${about} now` : `Changed ${about}`),
  price_changed: ({ about, before, after }) => `Changed the price of ${about} from ${before} to ${after}`,
  dish_deleted: ({ about, before }) => `Took ${about} off the menu, which was ${before}`,
  sold_out: ({ about, after }) => `Said that ${about} is ${after}`,
  hours_changed: ({ before, after }) => `Changed the opening hours from “${before ?? 'none'}” to “${after}”`,
  times_changed: ({ before, after }) => `Changed the times from ${before} to ${after}`,
  auto_accept_changed: ({ before, after }) => `Changed what is accepted by itself from ${before} to ${after}`,
  photo_changed: () => 'Changed the photo',
  same_price_promised: () => 'Promised the same price as at the counter',
  same_price_ended: () => 'Took the promise of the same price back',
  same_price_lost: ({ about, after }) => `Took “Same price as at the counter” away, because of ${about}: ${after}`,
  registered: () => 'Sent in the registration',
  taken_in: ({ about }) => `Took ${about} in, and invited its owner`,
  paused: ({ after }) => `Paused orders ${after}`,
  opened: () => 'Took orders again',
  invited: ({ about, after }) => `Invited ${about} as ${after}`,
  uninvited: ({ about }) => `Took the invitation of ${about} back`,
  role_changed: ({ about, before, after }) => `Made ${about}, who was ${before}, ${after}`,
  ended: ({ about }) => `Ended the work of ${about}`,
  let_in: ({ about }) => `Let ${about} in again`,
  pin_set: ({ about }) => `Set the PIN of ${about}`,
  pin_dropped: ({ about }) => `Took the PIN of ${about} away`,
  tablet_made: () => 'Made a device the kitchen’s tablet',
  tablet_ended: () => 'Logged a tablet out',
}

/** One line of the kitchen's history in words. */
export const deedText = (line: Line & { did: Deed }): string => words[line.did](line)
