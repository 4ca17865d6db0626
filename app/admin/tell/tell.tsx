import { Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { chosenFor, MOST_WRITTEN_TO, written_lists } from '../../../domain/notifications/outbox/message-many.ts'
import { counted } from '../../ui/counted.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { chosenIn } from '../chosen-in.ts'
import { useRequestKey } from '../use-request-key.ts'
import type { Route } from './+types/tell'
import { leftInWords, tellAction } from './tell-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Write to several - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const list = notFoundUnless(written_lists.find((one) => one === query.get('list')) ?? null)
  const ids = chosenIn(query.keys())
  const back = new URLSearchParams(query.get('back') ?? '')
  if (ids.length === 0 || ids.length > MOST_WRITTEN_TO) {
    back.set('chosen', 'none')
    throw redirect(`/admin/${list}?${back}` satisfies Address)
  }
  const chosen = await chosenFor(db, actor, list, ids)
  return {
    list,
    back: back.size > 0 ? (`/admin/${list}?${back}` satisfies Address) : (`/admin/${list}` satisfies Address),
    ids: ids.join(','),
    chosen: chosen.map(({ id, what, left }) => ({ id, what, left: left && leftInWords(left) })),
    gets: chosen.filter(({ left }) => left === null).length,
    fresh_key: crypto.randomUUID(),
  }
}, 'help_customers')

export const action = adminAction(tellAction)

const nouns = { orders: 'order', vendors: 'kitchen', riders: 'rider' } as const

/** One text message to each who was chosen in a list: written, counted, then sent. */
export default function Tell({ loaderData }: Route.ComponentProps) {
  const { list, back, ids, chosen, gets, fresh_key } = loaderData
  const { key, renew } = useRequestKey(fresh_key)
  return (
    <>
      <h1 className="text-3xl font-extrabold">Write to several</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        {counted(chosen.length, nouns[list])} chosen. {list === 'orders' && 'Their customers get'}
        {list === 'vendors' && 'They get'}
        {list === 'riders' && 'They get'} one text message each.{' '}
        <Link to={back} className="text-link underline">
          Back to the list
        </Link>
      </p>
      <AnswerBoard>
        <div className="card mt-5 max-w-2xl p-5">
          <ActionForm
            key={key}
            intent="message_chosen"
            button="See whom it reaches…"
            busy="One moment…"
            look="brand"
            disabled={gets === 0}
            lost="Perhaps it was sent. Pressing again sends nothing twice."
            onDone={renew}
            noValidate
          >
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="ids" value={ids} />
            <input type="hidden" name="request_key" value={key} />
            <Field
              name="text"
              label="Text message"
              multiline
              maxLength={400}
              hint={`“${brand.name}:” stands in front. About 150 characters are one part, 290 are two.`}
            />
          </ActionForm>
        </div>
      </AnswerBoard>
      <h2 className="mt-6 text-xl font-bold">{gets === chosen.length ? 'Who gets it' : `${gets} of them get it`}</h2>
      <ul className="mt-2 grid max-w-2xl gap-1">
        {chosen.map(({ id, what, left }) => (
          <li key={id} className="break-words">
            {what}
            {left && <span className="text-bad"> – {left}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
