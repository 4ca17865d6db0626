import { data, type Params, type RouterContextProvider } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { type AppServices, services_context } from '../services.ts'
import { refusal, refused } from '../ui/forms/action-answer.ts'
import { forgetOldAnswers } from './require-role.ts'

type Context = Readonly<RouterContextProvider>
/** What a form came with. */
export type Sent = { request: Request; context: Context; params: Params }

/** A back office: who is let in, which forms they may send, and what somebody reads who may not. */
type Office<Who extends Actor> = {
  require(context: Context, request: Request): Promise<Who>
  mayChange(who: Who, pathname: string, intent: string): boolean | null
  notYours(who: Who): string
  /** What speaks against a form before anybody's rights are asked, e.g. that its page is another kitchen's. */
  notHere?(who: Who, form: FormData): string | null
}

/**
 * The action of a screen in a back office: `take` does what its form asks for, for who sent it, if their role has the
 * right. `read` reads a form with more than words in it, or answers null, and then `too_large` is said.
 */
export function screenAction<Who extends Actor>({ require, mayChange, notYours, notHere }: Office<Who>) {
  return <Answer>(
    take: (services: AppServices, actor: Who, form: FormData, sent: Sent) => Answer,
    read: (request: Request) => Promise<FormData | null> = readFields,
    too_large: { said?: string; errors?: Record<string, string> } = { said: 'This is too large.' },
  ) =>
    async (sent: Sent) => {
      const { request, context } = sent
      await require(context, request)
      const form = await read(request)
      forgetOldAnswers(context)
      const actor = await require(context, request)
      if (!form) return data(refused(new FormData(), too_large.said ?? '', too_large.errors), 413)
      const not_here = notHere?.(actor, form)
      if (not_here) return refusal(form, 409, not_here)
      const { pathname } = new URL(request.url)
      const allowed = mayChange(actor, pathname, textOf(form, 'intent'))
      if (allowed === null) return refusal(form, 400, 'This cannot be done here.')
      if (!allowed) return refusal(form, 403, notYours(actor))
      return take(context.get(services_context), actor, form, sent)
    }
}
