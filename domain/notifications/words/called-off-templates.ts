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

/** On the screen, bell and device of its rider. */
export function calledOffNotice({ id, place, pay, waits, vendor_name, explanation }: CalledOff): string {
  const paid =
    pay === null ? '' : `${formatNaira(pay)} for your way ${waits ? 'once we have looked at it' : 'is yours'}.`
  const why = explanation ? `Order ${id} was called off: ${explanation}.` : `Order ${id} was called off.`
  return [why.replace(/([.!?])\.$/, '$1'), food_words[place](vendor_name), paid].filter(Boolean).join(' ')
}

/** The same by text message, where nothing of the rider's rings. */
export function calledOffSms({ id, place, pay, waits, vendor_name }: CalledOff): SmsWords {
  return smsWords('called_off', {
    order: String(id),
    food: (room) => food_words[place](cutName(vendor_name)(room - food_words[place]('').length)),
    pay: pay === null ? '' : ` ${formatNairaForSms(pay)} for your way${waits ? ' once we looked' : ''}.`,
    help: brand.support_phone,
  })
}
