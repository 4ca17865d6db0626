import { renderToStaticMarkup } from 'react-dom/server'
import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { untilText, whoPays } from './group-facts.server.tsx'

type Page = { page: GroupPage; now: Date; secret: string; refused: Refused | null }

/** What somebody reads who opens the link and is not in it yet, as HTML that needs no script. */
export const joinHtml = (props: Page): string => renderToStaticMarkup(<Join {...props} />)

function Join({ page, now, secret, refused }: Page) {
  const { vendor, members, is_open } = page
  return (
    <>
      <h1 className="text-3xl font-extrabold">Order together from {vendor.name}</h1>
      <p className="mt-3">
        {members.length === 1 ? 'One is' : `${members.length} are`} in it already. {whoPays(page, now)}
      </p>
      <p className="mt-1 font-semibold">{untilText(page, now)}</p>
      {refused?.said && (
        <div className="mt-4">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      {is_open ? (
        <form method="post" className="card mt-5 grid gap-4 p-5">
          <input type="hidden" name="intent" value="join" />
          <input type="hidden" name="key" value={secret} />
          <RefusedContext value={refused}>
            <Field
              name="name"
              label="Your first name"
              hint="The others and the restaurant read it beside your dishes."
              autoComplete="given-name"
              maxLength={20}
              required
            />
          </RefusedContext>
          <button type="submit" className={buttonClass('primary')}>
            Join and choose
          </button>
        </form>
      ) : (
        <p className="card mt-5 p-5">Nobody can join any more. Ask who sent you the link to open it again.</p>
      )}
      <p className="mt-6">
        <a href={`/restaurant/${vendor.slug}` satisfies Address} className={buttonClass('quiet')}>
          See the menu
        </a>
      </p>
    </>
  )
}
