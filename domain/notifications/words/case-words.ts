/** What the bell says of a case that somebody handed on. */
export const caseNotice = (case_id: number, title: string, by: string): string =>
  `Case ${case_id} is yours: ${title}. ${by} gave it to you.`
