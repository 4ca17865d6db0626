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

/** `on its way, until 14:20`; `until_words` stands before the time of what is brought. */
export function stateInWords([, status, until, how]: OrderState, until_words = 'until'): string {
  return `${(how ? words_to_collect : words)[status] ?? status}${until && `, ${how ? 'until' : until_words} ${until}`}`
}
