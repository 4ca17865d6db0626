import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { guardBrowserImports } from './scripts/guard-browser-imports.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), guardBrowserImports()],
  build: {
    target: 'es2022',
    // The server's bundle is the one function that renders a request; everything else of the server runs as it is written.
    rollupOptions: isSsrBuild ? { input: './server/render.ts' } : {},
    assetsInlineLimit: 0,
  },
}))
