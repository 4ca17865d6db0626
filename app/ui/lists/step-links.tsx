import { Link } from 'react-router'
import { buttonClass } from '../button.tsx'

/** Previous and Next below a list; a missing address is a button that cannot be pressed. */
export function StepLinks(props: { previous: string | null; next: string | null; text?: string }) {
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-center gap-4">
      <StepLink to={props.previous} name="Previous" rel="prev" />
      {props.text && <p>{props.text}</p>}
      <StepLink to={props.next} name="Next" rel="next" />
    </nav>
  )
}

function StepLink({ to, name, rel }: { to: string | null; name: string; rel: string }) {
  return to === null ? (
    <button type="button" disabled className={buttonClass('quiet')}>
      {name}
    </button>
  ) : (
    <Link to={to} rel={rel} className={buttonClass('quiet')}>
      {name}
    </Link>
  )
}
