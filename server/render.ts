import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { routeTables } from '../app/route-tables.ts'
import { type AppServices, services_context } from '../app/services.ts'
import { script_text } from '../app/wake/wake-page.ts?script-text'

/** Scripts that are not files of the build, by their paths. */
export const scripts: ReadonlyMap<string, string> = new Map(
  Object.values(routeTables(build.assets)).map(({ path, script }) => [path, script]),
)

/** What every page carries to fetch its own script, in the same words, so that one hash names it. */
export const wake_script = script_text

const handle = createRequestHandler(build, import.meta.env.MODE)

/** Answers one request with a page, the data of a page, or an endpoint's answer. */
export function render(request: Request, services: AppServices): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(services_context, services)
  return handle(request, context)
}
