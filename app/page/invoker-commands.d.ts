import 'react'

// What buttons do without a script, where the browser knows it; elsewhere app/page/wake-page.ts does it.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    /** The id of the dialog that it opens or closes. */
    commandfor?: string
    command?: 'show-modal' | 'close'
  }
}
