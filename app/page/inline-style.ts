import { createContext } from 'react'

/**
 * The style sheet that a page carries in its own HTML. In the browser it is read from there, so that a document which
 * React has to build anew (an error) carries the very text that the Content-Security-Policy allows.
 */
export const InlineStyle = createContext<{ text: string; nonce?: string }>({
  text: typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
})
