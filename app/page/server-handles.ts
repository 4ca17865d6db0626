import type { Plugin } from 'vite'

/** Takes out of the scripts of pages what routes ask of the server: no browser reads a `handle`. */
export function serverHandles(): Plugin {
  return {
    name: 'server-handles',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { code: ': PageHandle = {' },
      handler: (code) => ({ code: code.replace(/: PageHandle = \{[^}]*\}/g, ' = {}'), map: null }),
    },
  }
}
