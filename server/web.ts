import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dictionaries } from '../app/page/dictionaries.ts'
import type { AppServices } from '../app/services.ts'
import { preferProductionLibraries } from './config.ts'
import { createStaticFiles } from './static-files.ts'

export type Web = {
  render(request: Request, services: AppServices): Promise<Response>
  serveStatic(request: IncomingMessage, response: ServerResponse, dictionaries: Dictionaries): Promise<boolean>
  close(): Promise<void>
  /** Whether forms to an address may carry files. */
  takesFiles(path: string): boolean
  /** An address as a log may name it. */
  withoutKeys(path: string): string
  /** The script that wakes a page (app/page/wake-page.ts); null while Vite serves the pages from their sources. */
  wake_script: string | null
}

type RenderModule = Pick<Web, 'render' | 'takesFiles' | 'withoutKeys'> & {
  scripts: ReadonlyMap<string, string>
  wake_script: string
}

/** The built pages. */
export async function loadBuild(folder: string): Promise<Web> {
  preferProductionLibraries()
  const built = (await import(pathToFileURL(join(folder, 'build/server/index.js')).href)) as RenderModule
  const { render, takesFiles, withoutKeys } = built
  return {
    ...{ render, takesFiles, withoutKeys },
    serveStatic: createStaticFiles(join(folder, 'build/client'), built.scripts, join(folder, 'build/kept')),
    close: async () => {},
    wake_script: built.wake_script,
  }
}

/** The pages from their sources in app/, reloaded by Vite during development. */
export async function loadDevelopment(folder: string): Promise<Web> {
  const { createServer } = await import('vite')
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({ root: folder, server: { middlewareMode: true }, appType: 'custom' })
  // Vite would end the process by itself; server/main-program.ts has more to stop than Vite knows.
  for (const listener of process.listeners('SIGTERM')) {
    if (!listeners.includes(listener)) process.off('SIGTERM', listener)
  }
  const source = async () => (await vite.ssrLoadModule('./server/render.ts')) as RenderModule
  const { takesFiles, withoutKeys } = await source()
  return {
    ...{ takesFiles, withoutKeys },
    render: async (request, services) => (await source()).render(request, services),
    async serveStatic(request, response) {
      const is_served = await new Promise<boolean>((resolve) => {
        response.once('close', () => resolve(true))
        vite.middlewares(request, response, () => resolve(false))
      })
      if (is_served) return true
      const script = (await source()).scripts.get(request.url?.split('?')[0] ?? '')
      if (script === undefined) return false
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
      return true
    },
    close: () => vite.close(),
    wake_script: null,
  }
}
