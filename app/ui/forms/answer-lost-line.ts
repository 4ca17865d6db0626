import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'

/** What a form gets when no answer came from our server. */
export type LostLine = { lost_line: true }

/** Whether an answer says that none came. */
export function isLostLine(answer: unknown): answer is LostLine {
  return typeof answer === 'object' && answer !== null && 'lost_line' in answer
}

/**
 * A form that got no answer (offline, or the server is down) gets this one: `{ lost_line: true }`. Without it the
 * router throws what `fetch` threw, and an error page takes the place of everything that was typed. The status keeps
 * the router from loading the page again, which would fail too. A layout exports it as `clientMiddleware`; its screens
 * learn of it through `useSafeFetcher`, or from `usePageAnswer` with `isLostLine`.
 */
export const answerLostLine: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET' || request.signal.aborted) return results
  return Object.fromEntries(
    Object.entries(results).map(([route, answer]) => [
      route,
      answer.type === 'error' && isUnanswered(thrownIn(answer.result)) ? lost() : answer,
    ]),
  )
}

/**
 * A screen's `shouldRevalidate` where a refusal, too, means that the screen is out of date (sold by then, moved on
 * another device). It is loaded again after every answer, and only then.
 */
export function loadAfterAnswer({ actionResult }: ShouldRevalidateFunctionArgs): boolean {
  return !isLostLine(actionResult)
}

function lost(): DataStrategyResult {
  return { type: 'data', result: data<LostLine>({ lost_line: true }, 503) }
}

/** The router wraps what a form's request threw together with the status of an answer. */
function thrownIn(result: unknown): unknown {
  const is_wrapped =
    typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit'
  return is_wrapped && 'data' in result ? result.data : result
}

/** A page that is missing or forbidden is an answer; so is a redirect. */
function isUnanswered(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return thrown.status >= 500
  return thrown instanceof Error
}
