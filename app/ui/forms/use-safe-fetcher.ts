import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { isLostLine, type LostLine } from './answer-lost-line.ts'

type Sent = Pick<ReturnType<typeof useFetcher>, 'formData' | 'formAction' | 'formMethod' | 'formEncType'>

/**
 * A fetcher for a back office: when no answer comes, the screen stays as it is, `lost` says so, and `again` sends the
 * same once more. Its layout exports `answerLostLine`. Every verb does its work once, so trying again is safe.
 */
export function useSafeFetcher<Answer>(key: string) {
  const fetcher = useFetcher<Answer | LostLine>({ key })
  const sent = useRef<Sent>(null)
  const { formData, formAction, formMethod, formEncType } = fetcher
  useEffect(() => {
    if (formData) sent.current = { formData, formAction, formMethod, formEncType }
  }, [formData, formAction, formMethod, formEncType])
  const answer = fetcher.data
  const again = () => {
    const last = sent.current
    if (!last?.formData || !last.formAction) return
    void fetcher.submit(last.formData, {
      action: last.formAction,
      method: last.formMethod ?? 'post',
      encType: last.formEncType ?? 'application/x-www-form-urlencoded',
    })
  }
  return {
    ...fetcher,
    /** The latest answer; undefined where none came. */
    data: isLostLine(answer) ? undefined : answer,
    lost: fetcher.state === 'idle' && isLostLine(answer),
    again,
  }
}
