import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * For each import that Node.js 24 resolves, it reads all `exports` of the package's package.json anew. Those of
 * drizzle-orm alone are 170 KB, so this took half of a start and a hundred megabytes. For what is imported after this
 * file, a package that the app imports is resolved once, and so is what kind of modules a package's folder holds
 * (docs/decisions/188-processes-start-quickly.md). Imported for its effect.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    const resolve = () => next(specifier, context)
    // What is required may be another file than what is imported, and name it without its ending.
    if (!conditions.includes('import') || !parentURL.startsWith(project)) return resolve()
    if (parentURL.includes('/node_modules/')) {
      return isScriptBeside(specifier) ? ofKnownFormat(new URL(specifier, parentURL), resolve) : resolve()
    }
    return isPackage(specifier) ? once(specifier, resolve) : resolve()
  },
})

const project = new URL('..', import.meta.url).href
const packages = new Map<string, ResolveFnOutput>()
const formats = new Map<string, ResolveFnOutput['format']>()

const isPackage = (specifier: string) => !/^[./#]|^[a-z]+:/.test(specifier)
const isScriptBeside = (specifier: string) => /^\.\.?\/[^?#]*\.js$/.test(specifier)

/** A package is the same one for all our files. */
function once(specifier: string, resolve: () => ResolveFnOutput): ResolveFnOutput {
  const known = packages.get(specifier)
  if (known) return known
  const found = { ...resolve(), shortCircuit: true }
  packages.set(specifier, found)
  return found
}

/** Scripts of one folder are modules of one kind, as the nearest package.json says. */
function ofKnownFormat({ href: url }: URL, resolve: () => ResolveFnOutput): ResolveFnOutput {
  const folder = new URL('.', url).href
  const format = formats.get(folder)
  if (format) return { url, format, shortCircuit: true }
  const found = resolve()
  if (found.url === url) formats.set(folder, found.format)
  return found
}
