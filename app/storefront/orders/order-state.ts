/** Where an order stands, as `/track/:token/state` answers: number, status, until when, and whether it is collected. */
export type OrderState = readonly [id: number, status: string, until: string, how?: 'collect']

const words: Readonly<Record<string, string>> = {
  Pending: 'waiting for the restaurant',
  Accepted: 'being cooked',
  Completed: 'ready for the rider',
  'Picked up': 'on its way',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
}
const words_to_collect: Readonly<Record<string, string>> = {
  ...words,
  Completed: 'ready to collect',
  Delivered: 'closed',
}

/** `on its way, there by 14:20`, or `ready to collect, until 14:20`. */
export function stateInWords([, status, until, how]: OrderState): string {
  return `${(how ? words_to_collect : words)[status] ?? status}${until && `, ${how ? 'until' : 'there by'} ${until}`}`
}
