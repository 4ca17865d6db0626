import { formatCampusDateTime } from '../../../domain/clock.ts'
import { type Quiet, quiet_sentence } from '../../../domain/notifications/outbox/quiet-numbers.ts'

const ways: Readonly<Record<Quiet['asked_by'], string>> = {
  track_page: 'on the tracking page',
  sms: 'by SMS',
  admin: 'through one of us',
}

/** Whether a number asked for quiet, when and how, as the panel says it. */
export function quietInWords(quiet: Quiet | null) {
  return {
    is_quiet: quiet !== null,
    words: quiet
      ? `Asked for quiet ${ways[quiet.asked_by]} on ${formatCampusDateTime(quiet.since)}. ${quiet_sentence}`
      : 'Gets every SMS about their orders.',
  }
}
