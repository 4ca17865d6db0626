import { defineConfig } from 'vitest/config'
import { lasting } from './mutation/lasting-worker.ts'
import { folderOf, type Room } from './mutation/rooms.ts'
import unit_tests from './vitest.config.ts'

/** The unit tests of the room that `mutation/main.ts` names: what others notice later does not count. */
const folder = folderOf(process.env['MUTATED_ROOM'] as Room)

export default defineConfig({
  plugins: [
    {
      name: 'threads that last',
      // Stryker's runner sets the pool itself, and knows Vitest's own only.
      configureVitest({ project }) {
        Object.assign(project.config, { pool: lasting.name, poolRunner: lasting })
      },
    },
  ],
  test: {
    ...unit_tests.test,
    include: [`${folder}/**/*.test.ts`],
    setupFiles: ['mutation/fresh-modules.ts'],
  },
})
