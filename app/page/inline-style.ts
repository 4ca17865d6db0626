import { createContext } from 'react'

/**
 * The style sheet that a page carries in its own HTML. The browser reads it from there, so that a document that React
 * rebuilds after an error carries exactly the text that the Content-Security-Policy allows.
 */
export const InlineStyle = createContext<{ text: string; nonce?: string }>({
  text: typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
})
