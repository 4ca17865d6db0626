/**
 * `npm run mutate`: changes the product in one place after the other, and counts what its tests notice
 * (docs/decisions/187-mutants.md). Takes an hour for each five thousand lines; not a part of `npm test`.
 *
 *   --only=payments,payouts             some of the rooms
 *   --files=domain/payments/margin.ts   some files of one room
 *   --write                             keeps the table in docs/figures.md
 */
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { writeFigures } from '../bench/figures-of-the-day.ts'
import { type Changed, sectionOf, survivorsOf } from './report.ts'
import { type RoomName, room_names, rooms } from './rooms.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: room_names.join() },
    files: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const names = values.only.split(',').map((name) => {
  const room = room_names.find((one) => one === name)
  if (room === undefined) throw new RangeError(`--only knows ${room_names.join(', ')}, not "${name}"`)
  return room
})
const changed: Changed[] = []
for (const name of names) {
  const mutants = await changeOnePlaceAfterTheOther(name)
  changed.push({ name, mutants })
  console.log(`\n${survivorsOf(mutants).join('\n')}`)
}
const section = sectionOf(changed)
console.log(`\n${section.text}`)
if (values.write) writeFigures([section])
process.exitCode = section.failed ? 1 : 0

function changeOnePlaceAfterTheOther(name: RoomName) {
  // Read by vitest.mutation.config.ts in the processes that run the tests.
  process.env['MUTATED_ROOM'] = name
  const files = values.files?.split(',') ?? rooms[name].changed.map((folder) => `${folder}/**/*.ts`)
  const mutate = [...files, '!**/*.test.ts', '!**/tables.ts']
  return new Stryker({
    mutate,
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
    incrementalFile: `.mutation/${name}.json`,
    tempDirName: '.mutation/changed',
    ignorePatterns: ['build', 'data', 'docs', '.mutation'],
    reporters: ['progress-append-only'],
    disableTypeChecks: false,
  }).runMutationTest()
}
