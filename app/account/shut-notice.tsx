import { Notice } from '../ui/notice.tsx'
import { type Shut, useShut } from './stay-with-typed.ts'

const words: Readonly<Record<Shut, string>> = {
  role: 'Your role was changed, and this screen is not part of it any more. What you typed is still here, to copy it.',
  login: 'You are not logged in here any more. What you typed is still here: log in in another tab, then send it.',
}

/** Says, above a screen that stays for what was typed in it, why nothing on it is new. */
export function ShutNotice() {
  const shut = useShut()
  return (
    shut && (
      <div className="sticky top-20 z-20 mb-4">
        <Notice kind="bad">{words[shut]}</Notice>
      </div>
    )
  )
}
