import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** What browser code may import of the domain (docs/architecture.md#the-rooms): forms, lifecycles and plain values. */
const allowed = [
  /^domain\/(money|brand|calendar-day|lifecycle|list-sizes|admin-roles|kitchen-roles|plain-text)\.ts$/,
  /^domain\/[a-z]+\/(words\/|incidents\/)?(forms|lifecycle|sms-text)\.ts$/,
  /^domain\/catalog\/menu\/(cart-line|dish-contents|dish-note|option-\w+)\.ts$/,
  /^domain\/places\/place-named-in\.ts$/,
]

/** Stops the build if code of the server, with its secrets and its database, would end up in the browser. */
export function guardBrowserImports(): Plugin {
  return {
    name: 'guard-browser-imports',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        for (const [id, module] of Object.entries(output.modules)) {
          const path = relative(process.cwd(), id.split('?')[0] ?? id)
          const guarded = /^(domain|adapters|db|server|sandbox)\//.test(path)
          if (guarded && module.renderedLength > 0 && !allowed.some((pattern) => pattern.test(path))) {
            this.error(`${path} must not reach the browser; it is imported by ${output.fileName}`)
          }
        }
      }
    },
  }
}
