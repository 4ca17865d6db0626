import { useRouteError } from 'react-router'
import { LinkError } from './link-error.tsx'

/** In place of a page that a friend's or a colleague's link opens. */
export function SentLinkError() {
  return (
    <LinkError
      error={useRouteError()}
      text="Is it complete? Please ask whoever sent it to send it once more."
      kept="Nothing is done or paid twice."
      to="/restaurants"
      label="See the restaurants"
    />
  )
}
