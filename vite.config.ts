import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { ownRouteLoading } from './app/page/own-route-loading.ts'
import { plainImports } from './app/page/plain-imports.ts'
import { scriptText } from './app/page/script-text.ts'
import { serverHandles } from './app/page/server-handles.ts'
import { guardBrowserImports } from './scripts/guard-browser-imports.ts'

// Libraries then leave out their messages to developers, also from a script that is made in development.
const scripts = { plugins: [guardBrowserImports()], define: { 'process.env.NODE_ENV': '"production"' } }

// What stands on nearly every page of the storefront.
const shared_by_storefront = new RegExp(
  [
    String.raw`app[\\/](root|page[\\/]inline-style)`,
    String.raw`app[\\/]ui[\\/]((button|icon|last-resort|link-error|logo|picture|rating|toaster)\.tsx|toast\.ts)`,
    String.raw`app[\\/]storefront[\\/](cart|vendor-photo|[a-z]+\.tsx)`,
    String.raw`domain[\\/](money|brand)`,
  ].join('|'),
)

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    guardBrowserImports(),
    ownRouteLoading(),
    plainImports(),
    serverHandles(),
    scriptText(scripts),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  // The server's bundle is the one function that renders a request; the rest of the server runs as it is written.
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/render.ts' } } },
    // Two shared scripts instead of ten: fewer requests, and text that is alike is compressed together.
    client: {
      build: {
        rolldownOptions: {
          // Loading these modules has no side effects, so those that only the server renders are left out as a whole.
          treeshake: { moduleSideEffects: [{ test: /app[\\/]storefront[\\/]/, sideEffects: false }] },
          output: {
            // One emoji in a library's message, and the browser keeps the whole script in two bytes a letter.
            charset: 'ascii',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|vite\/preload-helper/,
                },
                {
                  name: 'storefront',
                  test: shared_by_storefront,
                },
              ],
            },
          },
        },
      },
    },
  },
})
