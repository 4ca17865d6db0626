import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Vite puts a helper around each `import()` that first looks for scripts and styles which the fetched script needs.
 * Ours need nothing that their page has not, so a customer's phone is spared the helper; a build in which one brings a
 * style of its own is stopped.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.code.includes('__vite__mapDeps')) continue
        this.error(`${chunk.fileName} fetches a script that has a style of its own.`)
      }
    },
  }
}
