// What is put into a page after it was made: by the server (page/former-note.ts), and by the worker of a customer's
// phone. Every document carries these classes (page/document.ts).

/** Says that a page is as it was. */
export const FROM_MEMORY_LOOK = 'no-print bg-plantain px-4 py-2 text-center text-sm font-bold text-[#1b2233]'

/** What was not sent: below the header wherever the page stands, as what was sent leads to its card, not to the top. */
export const UNSENT_LOOK =
  'no-print top-16 z-20 max-h-[40dvh] overflow-y-auto bg-warn-soft px-4 py-2 text-center text-sm text-warn ' +
  'wrap-anywhere tall:sticky'

/** A line of it. */
export const UNSENT_LINE_LOOK = 'py-1'
