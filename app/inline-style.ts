import { createContext } from 'react'

/** The style sheet that a page carries in its own HTML. Empty in the browser, which already has it by then. */
export const InlineStyle = createContext('')
