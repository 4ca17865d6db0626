import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatDay } from '../../../domain/clock.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { message_channels, message_statuses } from '../../../domain/notifications/lifecycle.ts'
import { decideHeldMessage } from '../../../domain/notifications/outbox/decide-held-message.ts'
import { findMessage, listMessages, MESSAGES_PER_PAGE } from '../../../domain/notifications/outbox/list-messages.ts'
import { messageCosts } from '../../../domain/notifications/outbox/message-costs.ts'
import { retryMessage } from '../../../domain/notifications/outbox/retry-message.ts'
import { textOf } from '../../request/form-texts.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { firmName } from '../firm-name.ts'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/messages'
import { TextMessageCosts } from './message-costs.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { type MessageView, messageView, openedMessage } from './message-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Messages - ${brand.name}` }]

const COST_DAYS = 14

const filters = ['All', ...message_statuses] as const

export const loader = adminLoader(async ({ actor, db, now, query }) => {
  const status = message_statuses.find((option) => option === query.get('status')) ?? null
  const channel = message_channels.find((option) => option === query.get('channel')) ?? null
  const place = placeIn(query)
  const opened = query.get('message')
  const view = listViewIn(query, { sorts: ['date'], size: MESSAGES_PER_PAGE })
  // Somebody who filters or turns pages has come for the list, not for the costs.
  const shows_costs = status === null && place === null && (channel === null || channel === 'sms')
  const [list, views, found, costs] = await Promise.all([
    listMessages(db, { status, channel, place, view }),
    viewsOf(db, actor, 'messages'),
    opened ? findMessage(db, opened).then(notFoundUnless) : null,
    shows_costs ? messageCosts(db, now, COST_DAYS) : null,
  ])
  return {
    page: { ...list, rows: list.rows.map(messageView) },
    message: found && openedMessage(found),
    costs: costs && { ...costs, days: costs.days.map((day) => ({ ...day, name: formatDay(day.day) })) },
    status: status ?? 'All',
    channel,
    views,
    view,
    usual: MESSAGES_PER_PAGE,
  }
})

export const action = adminAction(async (services, actor, form) => {
  const message_id = textOf(form, 'message_id')
  const intent = decisions.find((name) => name === textOf(form, 'intent'))
  if (!intent) return refusal(form, 400, 'This cannot be done here.')
  const decided =
    intent === 'retry'
      ? await retryMessage(services, actor, message_id)
      : await decideHeldMessage(services, actor, { message_id, verb: intent })
  if (decided.ok) {
    return done(form, said[intent])
  }
  if (decided.reason === 'not_found') return refusal(form, 404, 'There is no such message.')
  return refusal(form, 409, `Somebody was faster: the message is ${decided.details.status.toLowerCase()}.`)
})

const decisions = ['retry', 'release', 'drop'] as const
const said = {
  retry: 'The message is tried again.',
  release: 'The message is on its way.',
  drop: 'The message was dropped.',
} as const

type Row = MessageView

const channel_names = { sms: 'SMS', mail: 'Mail', push: 'Push' } as const

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { page, message, costs, status, channel, views, view, usual } = loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Messages"
      lead={
        'Every text message, mail and push notification that was sent or is about to be. One that failed, or is held ' +
        'over a cap, waits here for you.'
      }
      above={
        <>
          {message && <MessageDialog key={message.id} message={message} close_to={to({ message: null })} />}
          {costs && <TextMessageCosts costs={costs} />}
        </>
      }
      action="/admin/messages"
      {...(channel && { keeps: { channel } })}
      filter={{ label: 'Status', value: status, options: filters }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'messages', views }}
      page={page}
      things="messages"
      empty_hint="With the first paid order the first messages show here."
      caption="Messages"
      keyOf={(row) => row.id}
      columns={columns}
    >
      <Channels chosen={channel} />
    </ListScreen>
  )
}

function Channels({ chosen }: { chosen: Row['channel'] | null }) {
  const to = useListAddress()
  return (
    <nav aria-label="Channel" className="mt-3 flex flex-wrap gap-2">
      {[null, ...message_channels].map((channel) => (
        <Link
          key={channel ?? 'all'}
          to={to({ channel, after: null, before: null })}
          aria-current={channel === chosen ? 'true' : undefined}
          className={
            'inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-semibold ' +
            'aria-[current]:bg-ink aria-[current]:text-surface'
          }
        >
          {channel ? channel_names[channel] : 'All channels'}
        </Link>
      ))}
    </nav>
  )
}

const columns: readonly Column<Row>[] = [
  { name: 'About', names_row: true, className: 'font-bold', cell: (row) => row.about },
  { name: 'To', className: 'text-sm whitespace-nowrap', cell: (row) => row.recipient },
  {
    name: 'By',
    className: 'text-sm',
    cell: (row) => `${channel_names[row.channel]}${row.gateway ? `, ${firmName(row.gateway)}` : ''}`,
  },
  {
    name: 'Status',
    cell: (row) => (
      <>
        <StatusChip status={row.status} />
        {why(row) && <span className="mt-1 block max-w-56 text-sm break-words text-ink-soft">{why(row)}</span>}
        {row.last_error && (
          <span className="mt-1 block max-w-56 text-sm break-words text-ink-soft">
            {row.last_error} ({row.attempts} {row.attempts === 1 ? 'attempt' : 'attempts'})
          </span>
        )}
      </>
    ),
  },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.sent ?? row.queued },
  viewColumn((row) => ({ opens: { message: row.id }, what: `${row.about} to ${row.recipient}` })),
  { name: 'Decide', quiet: true, cell: (row) => <Decide row={row} /> },
]

const over_cap = {
  recipient_day: 'Over the cap for one number and day',
  marketplace_hour: 'Over the cap of the hour',
  confirmations_hour: 'Over the cap for unconfirmed addresses',
} as const

/** Why a message was not sent although nothing failed; null for all others. */
function why({ status, held_by }: Row): string | null {
  if (status === 'Not sent') return 'Asked for quiet'
  if (status === 'Saved') return 'A push showed instead'
  return held_by && (status === 'Held' || status === 'Dropped' || status === 'Expired') ? over_cap[held_by] : null
}

function Decide({ row }: { row: Row }) {
  const subject = { name: 'message_id', value: row.id }
  if (row.status === 'Failed') {
    return <ActionForm intent="retry" subject={subject} button="Try again" busy="One moment…" look="quiet" />
  }
  if (row.status !== 'Held') return null
  return (
    <div className="flex flex-wrap gap-2">
      <ActionForm intent="release" subject={subject} button="Send it" busy="One moment…" look="quiet" />
      <ConfirmWithReason
        intent="drop"
        subject={subject}
        ask="Drop…"
        what="It is never sent. This cannot be taken back."
        button="Drop it"
        busy="One moment…"
      />
    </div>
  )
}
