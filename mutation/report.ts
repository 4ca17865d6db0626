import type { Stryker } from '@stryker-mutator/core'
import { figure, table, verdict } from '../bench/markdown.ts'
import type { Section } from '../bench/section.ts'

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]
export type Changed = { name: string; mutants: readonly Mutant[] }

/** Of a hundred changes so many are to be noticed. */
const NOTICED = 90

/** A change that no test noticed, or that none came to. */
const isSurvivor = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'

/** A table of what was changed and what was noticed; it failed where less than was promised is noticed. */
export function sectionOf(changed: readonly Changed[]): Section {
  const rows = changed.map(({ name, mutants }) => {
    const count = (...statuses: Mutant['status'][]) => mutants.filter(({ status }) => statuses.includes(status)).length
    const noticed = count('Killed', 'Timeout')
    const judged = noticed + count('Survived', 'NoCoverage')
    return { name, judged, noticed, survived: count('Survived'), unreached: count('NoCoverage') }
  })
  const shareOf = ({ judged, noticed }: { judged: number; noticed: number }) => (100 * noticed) / Math.max(1, judged)
  const failed = rows.some((row) => shareOf(row) < NOTICED)
  const head = ['room', 'changes', 'noticed', 'not noticed', 'no test comes there', 'share', `${NOTICED} %`]
  const cells = rows.map((row) => [
    row.name,
    ...[row.judged, row.noticed, row.survived, row.unreached].map((count) => figure(count)),
    `${figure(shareOf(row), 1)} %`,
    verdict(shareOf(row) >= NOTICED),
  ])
  const when = `Run on ${new Date().toISOString().slice(0, 10)}.`
  const what =
    '`npm run mutate` changes one place after the other; a change is noticed where a test of the same room fails.'
  return {
    name: 'mutation',
    text: [`## Changes that tests notice`, what, table(head, cells), when].join('\n\n'),
    failed,
  }
}

/** Each change that was not noticed, as `file:line  what it was changed to`. */
export function survivorsOf(mutants: readonly Mutant[]): string[] {
  return mutants.filter(isSurvivor).map(({ fileName, location, mutatorName, replacement, status }) => {
    const place = `${fileName.replace(`${process.cwd()}/`, '')}:${location.start.line}:${location.start.column + 1}`
    return `${place}  ${mutatorName}, ${status}: ${replacement?.replaceAll(/\s+/g, ' ').slice(0, 80) ?? ''}`
  })
}
