import type { Reaction } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { caseNotice } from '../words/case-words.ts'

/** Tells an admin on their bell that somebody gave them a case, and who. */
export const tellOfCase: Reaction<'case_handed_on'> = (tx, { case_id, title, to, by }, now) =>
  notifyUsers(tx, [{ user_id: to, kind: 'case_yours', text: caseNotice(case_id, title, by.email) }], now)
