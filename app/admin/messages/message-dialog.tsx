import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { firmName } from '../firm-name.ts'
import type { OpenedMessage } from './message-view.server.ts'

/** One message: its status, and what each gateway that took it reports. Its text is not shown. */
export function MessageDialog({ message, close_to }: { message: OpenedMessage; close_to: string }) {
  const { submissions } = message
  return (
    <DetailsDialog title={message.about} status={message.status} close_to={close_to}>
      {message.last_error && <Notice kind={message.status === 'Failed' ? 'bad' : 'warn'}>{message.last_error}</Notice>}
      <Facts
        facts={[
          ['To', message.recipient],
          ['Written', message.queued],
          ['Sent', message.sent ?? 'Not yet'],
          ['Attempts', String(message.attempts)],
        ]}
      />
      {message.channel === 'sms' && submissions.length === 0 && (
        <p className="text-ink-soft">No gateway has said that it took this message.</p>
      )}
      {submissions.map((one) => (
        <section
          key={one.key}
          aria-label={`By ${firmName(one.gateway)}, ${one.taken}`}
          className="rounded-card bg-sunken p-4"
        >
          <h3 className="mb-2 font-bold">{firmName(one.gateway)}</h3>
          <Facts
            facts={[
              ['Taken', one.taken],
              [
                'Its number',
                <span key="id" className="break-all">
                  {one.gateway_message_id ?? 'Not told'}
                </span>,
              ],
              ['Parts', String(one.segments)],
              ['Cost', `${one.cost}, ${one.cost_told ? 'as the gateway tells it' : 'by our price'}`],
              ['Report', reportWords(one)],
            ]}
          />
        </section>
      ))}
    </DetailsDialog>
  )
}

function reportWords({ outcome, reason, reported, next_look }: OpenedMessage['submissions'][number]): string {
  if (outcome) return `${outcome}${reported ? `, ${reported}` : ''}${reason ? ` (${reason})` : ''}`
  return next_look ? 'None yet' : 'None came'
}
