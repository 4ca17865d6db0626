import { useState } from 'react'
import { LONGEST_LINE } from '../../../domain/chat/forms.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { ChatView } from './order-chat-view.server.ts'

/** What the customer wrote to us and has no answer, and the answer; all that was written stands in the timeline. */
export function Chat({ order_id, chat: { waiting, may_write } }: { order_id: number; chat: ChatView }) {
  const [round, setRound] = useState(0)
  const subject = { name: 'order_id', value: order_id }
  return (
    <AnswerBoard passing>
      <div className="grid max-w-2xl gap-3">
        {waiting.map(({ id, text, when }) => (
          <p key={id} className="break-words rounded-control bg-sunken p-3">
            “{text}” <span className="text-sm text-ink-soft">{when}</span>
          </p>
        ))}
        {may_write ? (
          <ActionForm
            key={round}
            intent="write"
            subject={subject}
            button="Send to the customer"
            busy="Sending…"
            onDone={() => setRound(round + 1)}
          >
            <Field
              name="text"
              label="Your message"
              hint="It stands on the customer’s tracking page; a text message goes where nobody looks for two minutes."
              multiline
              maxLength={LONGEST_LINE}
            />
          </ActionForm>
        ) : (
          <p className="text-ink-soft">The order is over, and its page shows no chat any more. Please call.</p>
        )}
        {waiting.length > 0 && (
          <ActionForm intent="close_talk" subject={subject} button="Needs no answer" busy="Saving…" look="quiet" />
        )}
      </div>
    </AnswerBoard>
  )
}
