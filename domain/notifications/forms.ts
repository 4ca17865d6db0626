import { brand } from '../brand.ts'
import type { Template } from './message-template.ts'
import { texts_for_work } from './words/forms.ts'
import { fillText, TWO_PARTS } from './words/sms-text.ts'

const help = brand.support_phone
const link = 'https://chowgate.ng/track/AbCdEfGhIjKlMnOp'

/** Every text message with its placeholders: the one table that words, form and tests use. */
export const message_templates = {
  ...texts_for_work,
  paid: {
    name: 'Customer: the payment arrived',
    text: `${brand.name}: {total} received, thank you. Order {order} is with the restaurant. Follow it: {link}`,
    samples: { total: 'NGN 4,100', order: '10482, 10483', link },
    required: ['link'],
    dispensable: true,
  },
  place_closed: {
    name: 'Customer: the place was closed while they paid',
    text:
      `${brand.name}: sorry, {place} closed while you paid for order {order}. A gate, collect it, or your money ` +
      'back? Call {help}',
    samples: { place: 'Jadesola Hall', order: '10482, 10483', help },
    required: ['order', 'help'],
  },
  accepted: {
    name: 'Customer: a kitchen took the order',
    text: `${brand.name}: {vendor} is on your order {order}. {when} Follow it: {link}`,
    samples: { vendor: 'Iya Basira', order: '10482', when: 'Expect it 12:40-12:55.', link },
    required: ['when', 'link'],
    dispensable: true,
  },
  dish_missing: {
    name: 'Customer: a dish is out',
    text: `${brand.name}: {vendor} has no {dish} for order {order}. Choose by {by}, or we {default}: {link}`,
    samples: {
      vendor: 'Iya Basira',
      dish: 'Jollof Rice',
      order: '10482',
      by: '12:44',
      default: 'leave it out and pay it back',
      link,
    },
    required: ['dish', 'by', 'default', 'link'],
  },
  rider_found: {
    name: 'Customer: a rider came on duty',
    text: `${brand.name}: a rider is on duty now. Expect your order {order} {when}. Follow it: {link}`,
    samples: { order: '10482', when: '12:40-12:55', link },
    required: ['when', 'link'],
    dispensable: true,
  },
  later: {
    name: 'Customer: the order comes later than we said',
    text: `${brand.name}: sorry, your order {order} comes later{why}. Expect it {when}. Follow it: {link}`,
    samples: { order: '10482', why: ', because the restaurant needs longer', when: '13:10-13:25', link },
    required: ['when', 'link'],
    dispensable: true,
  },
  on_the_way: {
    name: 'Customer: the rider is on the way',
    text:
      `${brand.name}: {rider} is on the way with order {order}. PIN {pin}: tell it when you hold your food, ` +
      'not before. {link}',
    samples: { rider: 'Tunde', order: '10482', pin: '0042', link },
    required: ['pin', 'link'],
  },
  at_gate: {
    name: 'Customer: the rider is at the gate',
    text: `${brand.name}: {rider} is at {place} with order {order}. Please come. Your PIN is here: {link}`,
    samples: { rider: 'Tunde', place: 'the gate', order: '10482', link },
    required: ['link'],
    dispensable: true,
  },
  at_door: {
    name: 'Customer: the rider waits at the door',
    text: `${brand.name}: {rider} is at {place} with order {order} until {until}. Please come, or call {phone}. {link}`,
    samples: { rider: 'Tunde', place: 'your door', order: '10482', until: '13:42', phone: '08031234567', link },
    required: ['until', 'link'],
  },
  left_at: {
    name: 'Customer: left at a place',
    text:
      `${brand.name}: nobody came to the door, so order {order} was left at {place} at {at}. ` +
      'Questions? Call {help}',
    samples: { order: '10482', place: 'FUTA North Gate', at: '13:43', help },
    required: ['order', 'place'],
  },
  try_again: {
    name: 'Customer: the rider tries again',
    text: `${brand.name}: nobody came to the door. {rider} tries again with order {order}. Expect it {when}: {link}`,
    samples: { rider: 'Tunde', order: '10482', when: '13:50-14:05', link },
    required: ['link'],
  },
  next_rider: {
    name: 'Customer: another rider brings it',
    text: `${brand.name}: sorry, {why}. Another rider brings your order {order}. Expect it {when}: {link}`,
    samples: { why: 'your rider had an accident', order: '10482', when: '13:50-14:05', link },
    required: ['link'],
  },
  not_handed_over: {
    name: 'Customer: nobody came, and it went back',
    text:
      `${brand.name}: nobody came to the door, so order {order} {where}. It was cooked and carried, so it is not ` +
      'paid back. Is that wrong? Call {help}',
    samples: { order: '10482', where: 'is back at Iya Basira', help },
    required: ['order', 'help'],
  },
  ready: {
    name: 'Customer: ready to be collected',
    text:
      `${brand.name}: order {order} is ready at {vendor}, kept until {until}. PIN {pin}: tell it when you hold your ` +
      'food. {link}',
    samples: { order: '10482', vendor: 'Iya Basira', until: '14:05', pin: '0042', link },
    required: ['pin', 'link'],
  },
  not_collected: {
    name: 'Customer: not collected in time',
    text:
      `${brand.name}: nobody collected order {order} by {until}, so {vendor} closed it. It was cooked, so it is not ` +
      'paid back. Is that wrong? Call {help}',
    samples: { order: '10482', until: '14:05', vendor: 'Iya Basira', help },
    required: ['order', 'help'],
  },
  collected: {
    name: 'Customer: the order was collected',
    text:
      `${brand.name}: you have order {order} from {vendor}. Enjoy your meal! ` +
      'How was it? Tell us in a minute: {link}',
    samples: { order: '10482', vendor: 'Iya Basira', link },
    required: ['order'],
    dispensable: true,
  },
  delivered: {
    name: 'Customer: the order is there',
    text: `${brand.name}: order {order} is delivered. Enjoy your meal! How was it? Tell us in a minute: {link}`,
    samples: { order: '10482', link },
    required: ['order'],
    dispensable: true,
  },
  friend_came: {
    name: 'Customer: a friend they brought has had an order',
    text:
      `${brand.name}: thank you for bringing a friend! {amount} comes off your next order with the code {code}, ` +
      'until {until}.',
    samples: { amount: 'NGN 300', code: 'K7M2QX9P', until: '3 December' },
    required: ['amount', 'code', 'until'],
    dispensable: true,
  },
  chat: {
    name: 'Customer: the rider or we wrote, and nobody looked',
    text: `${brand.name}, order {order}: {who} writes: {words} Answer: {link}`,
    samples: { order: '10482', who: 'Tunde', words: 'I am at the gate, where are you?', link },
    required: ['words', 'link'],
    longest: TWO_PARTS,
  },
  chat_to_rider: {
    name: 'Rider: the customer wrote, with no page open',
    text: `${brand.name}, order {order}: {customer} writes: {words} Answer: {link}`,
    samples: {
      order: '10482',
      customer: 'Ada',
      words: 'Please come to the back gate',
      link: 'https://chowgate.ng/rider-dashboard',
    },
    required: ['words', 'link'],
    longest: TWO_PARTS,
  },
  refund: {
    name: 'Customer: money goes back',
    text: `${brand.name}: {why} {back} Help: {help}`,
    samples: {
      why: 'The restaurant could not take your order 10482: no more yam.',
      back: 'NGN 3,600 is on its way back to you.',
      help,
    },
    required: ['why', 'back'],
  },
  refund_done: {
    name: 'Customer: a late refund was sent',
    text: `${brand.name}: your refund of {amount} was sent. Your bank may need some days to show it. Help: {help}`,
    samples: { amount: 'NGN 3,600', help },
    required: ['amount'],
  },
  claim_refused: {
    name: 'Customer: nothing goes back for a claim',
    text: `${brand.name}: no money goes back for what you told us about order {order}: {why} Wrong? Call {help}`,
    samples: { order: '10482', why: 'The rider handed it to your roommate.', help },
    required: ['order', 'why'],
  },
  claim_confirmed: {
    name: 'Customer: a claim is right, its money is back already',
    text:
      `${brand.name}: you were right about order {order}: {why} Its money went back to you before. ` +
      'Wrong? Call {help}',
    samples: { order: '10482', why: 'The board says NGN 1,300.', help },
    required: ['order', 'why'],
  },
  payout_paid: {
    name: 'Kitchen or rider: a payout was sent',
    text: `${brand.name}: {amount} was sent to your account {account} (payout {payout}). Help: {help}`,
    samples: { amount: 'NGN 45,000', account: 'Access Bank ...0031', payout: '318', help },
    required: ['amount', 'account'],
  },
  payout_cancelled: {
    name: 'Kitchen or rider: a payout was cancelled',
    text:
      `${brand.name}: your payout {payout} of {amount} was cancelled: {reason}. You can request it again. ` +
      'Help: {help}',
    samples: { payout: '318', amount: 'NGN 45,000', reason: 'the account is closed', help },
    required: ['payout', 'reason'],
    longest: TWO_PARTS,
  },
} as const satisfies Record<string, Template>

export type TemplateKey = keyof typeof message_templates

export const template_keys = Object.keys(message_templates) as TemplateKey[]

/** A template as the form shows it. */
export const templateOf = (key: TemplateKey): Template => message_templates[key]

/** A text with its samples filled in, as the admin sees it before saving. */
export const sampleOf = (key: TemplateKey, text: string): string =>
  fillText(text, templateOf(key).samples, Number.POSITIVE_INFINITY)
