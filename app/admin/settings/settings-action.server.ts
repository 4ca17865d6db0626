import type { Actor } from '../../../domain/accounts/actor.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { MESSAGE_TEXTS } from '../../../domain/notifications/words/message-words.ts'
import type { Accepted, Refused } from '../../../domain/refusal.ts'
import { saveSetting } from '../../../domain/settings/save-setting.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { readHours } from '../../ui/forms/read-hours.ts'
import { SAVED_MEANWHILE } from '../admin-screen.server.ts'
import { askWho } from '../money-leaves.server.ts'
import { figureSetting, isAboutMoney } from './setting-groups.ts'

type Answer = Accepted<unknown> | Refused<'not_found' | 'stale'> | Refused<'field', { field: string; said: string }>

/** What the forms of the settings do, and their answers in words. */
export async function settingsAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const version = textOf(form, 'version')
  const fields = textsOf(form)
  const intent = textOf(form, 'intent')
  const figures = figureSetting(intent)
  if (figures) {
    if (isAboutMoney(figures)) {
      const checked = figures.check(fields, { stored: undefined, now: services.clock.now() })
      if (!checked.ok) return said(form, '', checked)
      const unproven = await askWho({ services, sent, form }, actor, {
        subject: `setting:${figures.key}`,
        said: 'This says how much money leaves, when, and who must agree to it. So please say that it is you.',
      })
      if (unproven) return unproven
    }
    return said(form, figures.saved, await saveSetting(services, actor, figures, { typed: fields, version }))
  }
  switch (intent) {
    case 'service_hours': {
      const typed = readHours(fields)
      const saved = await saveSetting(services, actor, SERVICE_HOURS, { typed, version })
      return said(form, 'Service hours saved', saved)
    }
    case 'message_text':
    case 'message_text_reset': {
      const is_reset = intent === 'message_text_reset'
      const typed = { template: textOf(form, 'template'), text: is_reset ? null : textOf(form, 'text') }
      const saved = await saveSetting(services, actor, MESSAGE_TEXTS, { typed, version })
      return said(form, is_reset ? 'Back to our text' : 'Text saved', saved)
    }
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

function said(form: FormData, words: string, answer: Answer) {
  if (answer.ok) return done(form, words)
  return inWords(form, answer, {
    field: ({ field, said }) => [422, said, field],
    not_found: [404, 'There is no such setting.'],
    stale: [409, SAVED_MEANWHILE],
  })
}
