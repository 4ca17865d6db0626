import { createContext } from 'react'

/**
 * Whether who is logged in may do what a form is for: by its intent, and the route that takes it where that is another
 * one than the screen's. What nobody may do is not shown. The server asks again.
 */
export const MayContext = createContext((_intent: string, _action?: string): boolean => true)
