/**
 * `npm run torture`: breaks the product on purpose, and judges its money and its history by the invariants and by the
 * sandbox's own books. Takes an hour or more; not a part of `npm test`.
 *
 *   --only=kills,races:cancel   some of the torments, and of a torment what has this in its name
 *   --quick        a tenth of everything
 *   --seed=1       what is random is repeated by its seed
 *   --write        keeps the table in docs/figures.md
 */
import { parseArgs } from 'node:util'
import { writeFigures } from '../bench/figures-of-the-day.ts'
import { figure, table } from '../bench/markdown.ts'
import type { Section } from '../bench/section.ts'
import { jumpWithTheClock } from './clock.ts'
import { fillTheDisk } from './disk.ts'
import { killAtEveryAwait } from './kills.ts'
import { raceEveryPair } from './races.ts'
import { killAtRandom } from './random.ts'
import type { Measure, Row, Torment } from './torment.ts'
import { deliverWebhooksAnyhow } from './webhooks.ts'

const torments: Readonly<Record<string, Torment>> = {
  kills: killAtEveryAwait,
  races: raceEveryPair,
  webhooks: deliverWebhooksAnyhow,
  random: killAtRandom,
  disk: fillTheDisk,
  clock: jumpWithTheClock,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(torments).join() },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})

const tell = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const share = values.quick ? 10 : 1
const measure: Omit<Measure, 'part'> = {
  seed: Number(values.seed),
  kills: 500 / share,
  stride: values.quick ? 5 : 1,
  race_times: 50 / share,
  webhook_seeds: 10_000 / share,
  tell,
}

const chosen = values.only.split(',').map((words) => {
  const [name = '', part = ''] = words.split(':')
  const torment = torments[name]
  if (!torment) throw new RangeError(`--only knows ${Object.keys(torments).join(', ')}, not "${name}"`)
  return { name, part, torment }
})
const left_out = Object.keys(torments).filter((name) => !chosen.some((one) => one.name === name))

const sections: Section[] = []
for (const { name, part, torment } of chosen) {
  tell(`${name} ${part} …`)
  const began = performance.now()
  const rows = await torment({ ...measure, part })
  const section = sectionOf(name, part, rows, (performance.now() - began) / 60_000)
  console.log(`\n${section.text}`)
  sections.push(section)
}
console.log(left_out.length > 0 ? `\nNot run: ${left_out.join(', ')}.` : '\nEverything was run.')
if (values.write) writeFigures(sections)
process.exitCode = sections.some(({ failed }) => failed) ? 1 : 0

function sectionOf(name: string, part: string, rows: readonly Row[], minutes: number): Section {
  const cells = rows.map(({ what, times, wrong, remark }) => [what, figure(times), figure(wrong.length), remark ?? ''])
  const problems = rows.flatMap(({ what, wrong }) => wrong.slice(0, 10).map((problem) => `✗ ${what}: ${problem}`))
  const much = values.quick ? ', a tenth of everything' : ''
  const when = `Run on ${new Date().toISOString().slice(0, 10)} in ${figure(minutes)} minutes`
  return {
    name: 'torture',
    text: [
      `## Torture: ${name}${part && ` (${part})`}`,
      `\`npm run torture\`, seed ${measure.seed}${much}. ${when}.`,
      table(['what was done', 'times', 'wrong', 'remark'], cells),
      ...problems,
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}
