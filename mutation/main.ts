/**
 * `npm run mutate`: changes the product in one place after the other, and counts what its tests notice
 * (docs/decisions/187-mutants.md). Takes ten minutes for a thousand lines; not a part of `npm test`.
 *
 *   --only=payments,payouts             some of the rooms
 *   --files=domain/payments/margin.ts   some of their files
 *   --write                             keeps the tables of whole rooms in docs/figures.md
 */
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { writeFigures } from '../bench/figures-of-the-day.ts'
import { sectionOf, survivorsOf } from './report.ts'
import { folderOf, type Room, rooms } from './rooms.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: rooms.join() },
    files: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
if (values.write && values.files) throw new RangeError('--write keeps whole rooms, so it goes without --files')

const chosen = values.only.split(',').map((name) => {
  const room = rooms.find((one) => one === name)
  if (room === undefined) throw new RangeError(`--only knows ${rooms.join(', ')}, not "${name}"`)
  return room
})
for (const room of chosen) {
  const files = values.files?.split(',').filter((file) => file.startsWith(`${folderOf(room)}/`))
  if (files?.length === 0) continue
  const mutants = await changeOnePlaceAfterTheOther(room, files ?? [`${folderOf(room)}/**/*.ts`])
  const section = sectionOf(room, mutants)
  console.log(`\n${survivorsOf(mutants).join('\n')}\n\n${section.text}`)
  if (values.write) writeFigures([section])
  if (section.failed) process.exitCode = 1
}

function changeOnePlaceAfterTheOther(room: Room, files: readonly string[]) {
  // Read by vitest.mutation.config.ts in the processes that run the tests.
  process.env['MUTATED_ROOM'] = room
  return new Stryker({
    mutate: [...files, '!**/*.test.ts', '!**/tables.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What a module does while it is loaded is done before any test of a file; the lifecycles have tests of their own.
    ignoreStatic: true,
    // It would be rewritten with a TypeScript of before version 7, and no test reads it.
    tsconfigFile: 'none.json',
    concurrency: 2,
    timeoutMS: 20_000,
    incremental: true,
    incrementalFile: `.mutation/${room}.json`,
    tempDirName: '.mutation/changed',
    ignorePatterns: ['build', 'data', 'docs', '.mutation'],
    reporters: ['progress-append-only'],
    disableTypeChecks: false,
  }).runMutationTest()
}
