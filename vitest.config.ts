import { defineConfig } from 'vitest/config'

const quick_imports = `--import=${new URL('server/quick-imports.ts', import.meta.url)}`

export default defineConfig({
  test: {
    include: ['{adapters,app,bench,db,demo,domain,sandbox,scripts,server,simulate,test,torture}/**/*.test.ts'],
    globalSetup: ['./test/postgres-for-tests.ts'],
    // The commands that tests start find their imports quickly, as the app does.
    env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${quick_imports}`.trim() },
    // Whole seconds of patience for two busy cores; no test asserts a time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the cores: a test often waits for a browser, a disk or a process.
    maxWorkers: 3,
    // Loading the modules for every file again took as long as the tests. So a test leaves no module changed behind.
    isolate: false,
  },
})
