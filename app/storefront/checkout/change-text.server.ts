import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { CartChange, Quote } from '../../../domain/checkout/quote/quote.ts'
import { formatNaira } from '../../../domain/money.ts'

export type ToldChange = CartChange & { text: string }
export type ToldQuote = Omit<Quote, 'changes'> & { changes: ToldChange[] }

/** A quote with its changes in words, for the browser. */
export function toldQuote(quote: Quote): ToldQuote {
  return { ...quote, changes: quote.changes.map((item) => ({ ...item, text: changeText(item) })) }
}

/** What differs from the cart the customer filled, in a plain sentence. */
export function changeText(item: CartChange): string {
  const { change } = item
  const name = nameWithChoices(item)
  switch (change.kind) {
    case 'price':
      return `${name} now costs ${formatNaira(change.now_kobo)} (it was ${formatNaira(change.was_kobo)}).`
    case 'choice_gone':
      return (
        `${item.name}: ${change.choices.join(', ')} can no longer be chosen. Without it, one costs ` +
        `${formatNaira(change.now_kobo)} (it was ${formatNaira(change.was_kobo)}).`
      )
    case 'note_gone':
      return `${item.name}: we left your note out, because it has a web address.`
    case 'choose_again':
      return `${name}: the restaurant changed what can be chosen (${change.group}: ${change.rule.toLowerCase()}).`
    case 'gone':
      return `${name} is no longer on the menu.`
    case 'sold_out':
      return `${name} is sold out.`
    case 'vendor_unavailable':
      return `${name}: ${change.vendor_name} does not take orders now (${change.text}).`
  }
}
