import { brand } from '../../brand.ts'
import type { Template } from '../message-template.ts'
import { TWO_PARTS } from './sms-text.ts'

/**
 * The text messages that kitchens, their people and riders read; part of `message_templates`. Its file is called as all
 * whose texts and rules a page may show (test/architecture.test.ts).
 */
export const texts_for_work = {
  new_order: {
    name: 'Kitchen: a new order',
    text: `${brand.name} order {order}: {dishes}. {total}. For {customer}, {phone}, {address}{note}{reply}`,
    samples: {
      order: '10482',
      dishes: '2x Jollof Rice, 1x Zobo',
      total: 'NGN 3,500',
      customer: 'Ada Obi',
      phone: '0803 123 4567',
      address: 'Room 12, Jadesola Hall',
      note: '. Note: No pepper',
      reply: '. Text 1 20 to 07001234567',
    },
    required: ['order', 'dishes', 'phone', 'address', 'note'],
    longest: TWO_PARTS,
  },
  unaccepted: {
    name: 'Kitchen: an order waits',
    text:
      `${brand.name}: order {order} has waited since {since}. Accept or reject it by {by}, or its money goes ` +
      'back: {link}',
    samples: { order: '10482', since: '12:05', by: '12:20', link: 'https://chowgate.ng/vendor-order' },
    required: ['order', 'by', 'link'],
  },
  kitchen_paused: {
    name: 'Kitchen: paused after orders that nobody took',
    text: `${brand.name}: {count} orders passed without your answer, so you are paused. Open again: {link}{reply}`,
    samples: { count: '2', link: 'https://chowgate.ng/account', reply: ' or text 8 to 07001234567' },
    required: ['link'],
  },
  kitchen_unreached: {
    name: 'Kitchen: paused because nothing reached it',
    text:
      `${brand.name}: neither your screen nor this phone could be reached, so you are paused. Open again: ` +
      '{link}{reply}',
    samples: { link: 'https://chowgate.ng/account', reply: ' or text 8 to 07001234567' },
    required: ['link'],
  },
  staff_invited: {
    name: 'Whom a kitchen invites by phone',
    text: `${brand.name}: {kitchen} invites {name} to work there, as {role}. Say yes or no by {until}: {link}`,
    samples: {
      kitchen: 'Iya Basira',
      name: 'Sade',
      role: 'Cook',
      until: '14:05 tomorrow',
      link: 'https://chowgate.ng/join/AbCdEfGhIjKlMnOpQrStUv',
    },
    required: ['kitchen', 'link'],
  },
  kitchen_onboarded: {
    name: 'Kitchen: taken in, its owner chooses a password',
    text: `${brand.name}: {kitchen} can sell with us. Choose your password by {until}: {link}`,
    samples: {
      kitchen: 'Iya Basira',
      until: '14:05 tomorrow',
      link: 'https://chowgate.ng/update-password?token=AbCdEfGhIjKlMnOpQrStUv',
    },
    required: ['kitchen', 'link'],
  },
  account_link: {
    name: 'Who logs in with a phone number: a link',
    text: `${brand.name}: {what}: {link} Not you? Do nothing.`,
    samples: {
      what: 'a new password, within an hour',
      link: 'https://chowgate.ng/update-password?token=AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMnOpQ',
    },
    required: ['link'],
  },
  kitchen_answer: {
    name: 'Kitchen: the answer to its text message',
    text: `${brand.name}: {answer}`,
    samples: { answer: 'order 10482 is accepted, ready by 12:40. 2 more wait: 10483, 10484.' },
    required: ['answer'],
    longest: TWO_PARTS,
  },
  offer: {
    name: 'Rider: an offer, with no page open',
    text: `${brand.name}: {what} for you, {pay}. You have {seconds} seconds to take it: {link}`,
    samples: {
      what: 'a delivery of 2.4 km',
      pay: 'NGN 500',
      seconds: '45',
      link: 'https://chowgate.ng/rider-dashboard',
    },
    required: ['seconds', 'link'],
  },
  rider_at_kitchen: {
    name: 'Kitchen: a rider finds nobody there',
    text:
      `${brand.name}: {rider} is at your kitchen for order {order} and finds nobody. Please open by {until}, or the ` +
      'order ends at your cost.',
    samples: { rider: 'Tunde', order: '10482', until: '13:42' },
    required: ['order', 'until'],
  },
  sent_off_duty: {
    name: 'Rider: off duty after three missed offers',
    text:
      `${brand.name}: you are off duty, because three offers passed without an answer. Back? Go on duty again: ` +
      '{link}',
    samples: { link: 'https://chowgate.ng/rider-dashboard' },
    required: ['link'],
  },
  called_off: {
    name: 'Rider: an order in hand was called off',
    text: `${brand.name}: order {order} was called off. {food}{pay} Help: {help}`,
    samples: {
      order: '10482',
      food: 'Nobody waits for the food any more: keep it.',
      pay: ' NGN 480 for your way.',
      help: brand.support_phone,
    },
    required: ['order', 'food'],
  },
} as const satisfies Record<string, Template>
