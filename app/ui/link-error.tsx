import { isRouteErrorResponse, Link } from 'react-router'
import { buttonClass } from './button.tsx'
import { LastResort } from './last-resort.tsx'

type Props = {
  error: unknown
  /** What a link that we do not know may lack. */
  text: string
  title?: string
  /** What is not lost where the page failed. */
  kept: string
  to: Address
  label: string
}

/** In place of a page that a link opens: the link is not ours, or cut off by a chat, or the page failed. */
export function LinkError({ error, text, title = 'We do not know this link', kept, to, label }: Props) {
  const is_unknown = isRouteErrorResponse(error) && error.status === 404
  const elsewhere = (
    <Link className={buttonClass(is_unknown ? 'primary' : 'quiet')} to={to}>
      {label}
    </Link>
  )
  return (
    <div className="page-width grid justify-items-center gap-4 py-16 text-center">
      {is_unknown ? (
        <>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="text-ink-soft">{text}</p>
          {elsewhere}
        </>
      ) : (
        <LastResort error={error} kept={kept}>
          {elsewhere}
        </LastResort>
      )}
    </div>
  )
}
