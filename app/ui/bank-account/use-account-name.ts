import { useEffect, useState } from 'react'

/**
 * Whose account it is, as endpoints/account-name.ts answers. `problem` is in the form's words; `confirm_first` says
 * that the link in a mail must be opened first; `unusual` warns of a mistyped digit and stops nobody.
 */
export type AccountNameAnswer = ({ account_name: string } | { problem: string; confirm_first?: true }) & {
  unusual?: true
}

export type FoundName =
  | { state: 'incomplete' }
  | { state: 'asking' }
  | { state: 'found'; account_name: string; unusual: boolean }
  | { state: 'problem'; problem: string; confirm_first: boolean; unusual: boolean; again(): void }

/** Asks our server whose an account is as soon as a bank and ten digits are given. */
export function useAccountName(bank: string, account_number: string): FoundName {
  const complete = bank !== '' && /^\d{10}$/.test(account_number)
  const asked = `${bank} ${account_number}`
  const [answer, setAnswer] = useState<{ asked: string; body: AccountNameAnswer } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks once more.
  useEffect(() => {
    if (!complete) return
    const left = new AbortController()
    const form = new FormData()
    form.set('bank', bank)
    form.set('account_number', account_number)
    const ask = async () => {
      try {
        const response = await fetch('/account/bank-name' satisfies Address, {
          method: 'POST',
          body: form,
          signal: left.signal,
        })
        setAnswer({ asked, body: (await response.json()) as AccountNameAnswer })
      } catch {
        if (!left.signal.aborted) setAnswer({ asked, body: { problem: 'Error verifying' } })
      }
    }
    void ask()
    return () => left.abort()
  }, [complete, asked, attempt])

  if (!complete) return { state: 'incomplete' }
  if (answer?.asked !== asked) return { state: 'asking' }
  const { body } = answer
  const unusual = body.unusual === true
  if ('account_name' in body) return { state: 'found', account_name: body.account_name, unusual }
  const again = () => {
    setAnswer(null)
    setAttempt(attempt + 1)
  }
  return {
    state: 'problem',
    problem: body.problem,
    confirm_first: body.confirm_first === true,
    unusual,
    again,
  }
}
