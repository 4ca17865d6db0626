import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'

/**
 * The answer to the form that led to this page. It stays until the next form or page: React Router drops it each time
 * that a live screen loads its data again, and a refusal or new backup codes would vanish while they are read.
 */
export function usePageAnswer<Answer>(): Answer | undefined {
  const answer = useActionData() as Answer | undefined
  const { key } = useLocation()
  const [kept, keep] = useState({ key, answer })
  const is_new = kept.key !== key || (answer !== undefined && answer !== kept.answer)
  if (is_new) keep({ key, answer })
  return is_new ? answer : kept.answer
}
