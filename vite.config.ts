import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { plainImports } from './app/page/plain-imports.ts'
import { routerParts } from './app/page/router-parts.ts'
import { scriptText } from './app/page/script-text.ts'
import { serverHandles } from './app/page/server-handles.ts'
import { guardBrowserImports } from './scripts/guard-browser-imports.ts'

// Libraries then leave out their messages to developers, also from a script that is made in development.
const scripts = { plugins: [guardBrowserImports()], define: { 'process.env.NODE_ENV': '"production"' } }

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|vite\/preload-helper/

// What comes once a page of the storefront is awake: the cart's contents, the place to deliver to, what is open now.
const once_awake = new RegExp(
  [
    String.raw`app[\\/]storefront[\\/](filled-cart|place)[\\/]`,
    String.raw`app[\\/]storefront[\\/]restaurant[\\/](live-menu|refuse-note|stepper)\.tsx?`,
  ].join('|'),
)

// What stands on nearly every page of the storefront, or is too small for a file of its own.
const shared_by_storefront = new RegExp(
  [
    String.raw`app[\\/](root|page[\\/](inline-style|still)|storefront[\\/]early[\\/]load-early)`,
    String.raw`app[\\/]ui[\\/](button|icon|last-resort|link-error|logo|notice|rating|toaster)\.tsx`,
    String.raw`app[\\/]ui[\\/](pictures[\\/]picture\.tsx|toast\.ts|forms[\\/]use-(page-answer|refused)\.ts)`,
    String.raw`app[\\/]storefront[\\/](cart|vendor-photo|[a-z]+\.tsx|orders[\\/]phone-orders)`,
    String.raw`domain[\\/](money|brand)`,
  ].join('|'),
)

export default defineConfig({
  // Pages know no settings, and whoever builds them may not be allowed to read `.env` (docs/deployment.md).
  envDir: false,
  plugins: [
    tailwindcss(),
    reactRouter(),
    guardBrowserImports(),
    routerParts(),
    plainImports(),
    serverHandles(),
    scriptText(scripts),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  // The server's bundle is the one function that renders a request; the rest of the server runs as it is written.
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/render.ts' } } },
    // A few shared scripts instead of twenty: fewer requests, and text that is alike is compressed together.
    client: {
      build: {
        rolldownOptions: {
          // Loading these modules has no side effects, so those that only the server renders are left out as a whole.
          treeshake: { moduleSideEffects: [{ test: /app[\\/]storefront[\\/]/, sideEffects: false }] },
          // A number that two screens share needs no file of its own, and what nobody else reads has no name.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            // One emoji in a library's message, and the browser keeps the whole script in two bytes a letter.
            charset: 'ascii',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: framework,
                },
                {
                  name: 'storefront',
                  test: shared_by_storefront,
                },
                // Before the next, which would take it along: kitchens use it too.
                {
                  name: 'dish-words',
                  test: /domain[\\/](catalog[\\/]menu[\\/]dish-(contents|note)|plain-text)\.ts/,
                },
                {
                  name: 'once-awake',
                  test: once_awake,
                },
              ],
            },
          },
        },
      },
    },
  },
})
