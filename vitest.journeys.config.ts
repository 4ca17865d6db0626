import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/journeys/**/*.journey.ts'],
    globalSetup: ['./test/postgres-for-tests.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // As long as the browser's own waits: a page on a busy machine may need more than Vitest's second.
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // One more than the cores: a test often waits for a browser, a disk or a process.
    maxWorkers: 3,
    // Loading the modules for every file again took as long as the tests. So a test leaves no module changed behind.
    isolate: false,
  },
})
