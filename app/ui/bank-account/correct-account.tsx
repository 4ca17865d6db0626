import { Link } from 'react-router'
import { Notice } from '../notice.tsx'

/** Above the payouts of somebody whose registration was opened: the link to correct a wrong bank account. */
export function CorrectAccount({ registration }: { registration: Address }) {
  return (
    <Notice kind="warn">
      Your registration is open. If your bank account is wrong, correct it before you ask for money again:{' '}
      <Link to={registration} className="underline">
        Correct my bank account
      </Link>
    </Notice>
  )
}
