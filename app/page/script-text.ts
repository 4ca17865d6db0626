import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const suffix = '?script-text'

/**
 * `import { script_text } from './wake-page.ts?script-text'`: a module without imports,
 * as the text of one small script.
 */
export function scriptText(): Plugin {
  return {
    name: 'script-text',
    async load(id) {
      if (!id.endsWith(suffix)) return
      const path = id.slice(0, -suffix.length)
      this.addWatchFile(path)
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
      const small = await minify(path, `(()=>{${code}})()`)
      return `export const script_text = ${JSON.stringify(small.code)}`
    },
  }
}
