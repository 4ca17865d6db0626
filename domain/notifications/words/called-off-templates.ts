import { brand } from '../../brand.ts'
import type { CalledOffPlace } from '../../delivery/incidents/lifecycle.ts'
import type { CalledOffRider } from '../../delivery/incidents/pay-ended-way.ts'
import { formatNaira, formatNairaForSms } from '../../money.ts'
import { cutName, type SmsWords, smsWords } from './message-words.ts'

type CalledOff = Omit<CalledOffRider, 'rider_id'> & { id: number; vendor_name: string; explanation: string | null }

/** What becomes of the food of an order that is called off, as its rider reads it. */
const food_words: Readonly<Record<CalledOffPlace, (kitchen: string) => string>> = {
  towards_kitchen: (kitchen) => `You need not go to ${kitchen} for it.`,
  at_kitchen: (kitchen) => `Do not take its food at ${kitchen}.`,
  with_food: () => 'Nobody waits for the food any more: keep it.',
  going_back: (kitchen) => `Please bring the food back to ${kitchen} all the same.`,
}

/** The same where the rider before has the food. */
const handed_on_words: Partial<typeof food_words> = {
  towards_kitchen: () => 'You need not fetch it from the other rider.',
  at_kitchen: () => 'Do not take its food from the other rider.',
}

const foodWords = ({ place, from_rider }: Pick<CalledOff, 'place' | 'from_rider'>) =>
  (from_rider ? handed_on_words[place] : null) ?? food_words[place]

/** On the screen, bell and device of its rider. */
export function calledOffNotice(called_off: CalledOff): string {
  const { id, pay, waits, vendor_name, explanation } = called_off
  const paid =
    pay === null ? '' : `${formatNaira(pay)} for your way ${waits ? 'once we have looked at it' : 'is yours'}.`
  const why = explanation ? `Order ${id} was called off: ${explanation}.` : `Order ${id} was called off.`
  return [why.replace(/([.!?])\.$/, '$1'), foodWords(called_off)(vendor_name), paid].filter(Boolean).join(' ')
}

/** The same by text message, where nothing of the rider's rings. */
export function calledOffSms(called_off: CalledOff): SmsWords {
  const { id, pay, waits, vendor_name } = called_off
  const food = foodWords(called_off)
  return smsWords('called_off', {
    order: String(id),
    food: (room) => food(cutName(vendor_name)(room - food('').length)),
    pay: pay === null ? '' : ` ${formatNairaForSms(pay)} for your way${waits ? ' once we looked' : ''}.`,
    help: brand.support_phone,
  })
}
