import type { SendOutcome, SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { anyOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/handle.ts'
import { messages } from '../tables.ts'
import { extRefOf } from './ext-ref.ts'

export type SmsGateways = { sms: SmsGateway; second_sms?: SmsGateway | null }
type Message = typeof messages.$inferSelect
type Asked = { id: string; gateway: string }
/** Written before a gateway is asked. */
export type SmsNotes = { asked(asked: Asked): Promise<void> }

/** From this attempt on, a message that the first gateway did not take alternates between both. */
const TRIES_OF_THE_FIRST = 2

export type Attempt = {
  /** Which gateway has the message, or refused it, as known now. */
  gateway: string | null
  refused_by: string | null
} & (
  | Extract<SendOutcome, { sent: true }>
  /** `final`: nobody will take it. `at_once`: the other gateway may. `expired`: it is also of no use any more. */
  | { sent: false; message: string; final: boolean; at_once: boolean; expired?: boolean }
)

/**
 * Sends a text message by one of two gateways (decision 043). A gateway that may already have it is the only one asked;
 * else the first, or the second if the first refused it, has not taken it twice, or is down. Which one is asked is
 * written first, so that even after a crash the other does not send it.
 */
export async function sendSms(deps: SmsGateways, notes: SmsNotes, message: Message): Promise<Attempt> {
  const gateway = choose(deps, message)
  const may_have_it = message.gateway !== null
  if (!may_have_it && deps.second_sms) {
    await notes.asked({ id: message.id, gateway: gateway.name })
  }
  const { refused_by } = message
  try {
    const outcome = await gateway.send({
      to: message.recipient,
      text: message.body,
      ext_ref: extRefOf(message),
      repeated: may_have_it,
    })
    if (outcome.sent) return { ...outcome, gateway: gateway.name, refused_by }
    const other_left = deps.second_sms != null && (refused_by === null || refused_by === gateway.name)
    return {
      ...outcome,
      gateway: null,
      refused_by: refused_by ?? gateway.name,
      final: !other_left,
      at_once: other_left,
    }
  } catch (error) {
    const { not_taken, never_taken } = error as { not_taken?: unknown; never_taken?: unknown }
    const nobody_has_it = not_taken === true && (!may_have_it || never_taken === true)
    return {
      sent: false,
      message: error instanceof Error ? error.message : String(error),
      final: false,
      at_once: false,
      gateway: nobody_has_it ? null : gateway.name,
      refused_by,
    }
  }
}

/** Writes down which gateway each of these messages is given to. */
export async function noteAsked(db: Db, all: readonly Asked[]): Promise<void> {
  for (const gateway of new Set(all.map((asked) => asked.gateway))) {
    const ids = all.filter((asked) => asked.gateway === gateway).map(({ id }) => id)
    await db.update(messages).set({ gateway }).where(anyOf(messages.id, ids))
  }
}

function choose({ sms, second_sms }: SmsGateways, message: Message): SmsGateway {
  if (!second_sms) return sms
  if (message.gateway !== null) return message.gateway === second_sms.name ? second_sms : sms
  if (message.refused_by !== null) return message.refused_by === sms.name ? second_sms : sms
  const in_turns = message.attempts > TRIES_OF_THE_FIRST && message.attempts % 2 === 1
  return in_turns || (message.attempts % 2 === 1 && sms.isDown?.()) ? second_sms : sms
}
