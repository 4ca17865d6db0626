import type { Stryker } from '@stryker-mutator/core'
import { figure, table, verdict } from '../bench/markdown.ts'
import type { Section } from '../bench/section.ts'

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** Of a hundred changes so many are to be noticed. */
const NOTICED = 90

/** A table of what was changed in a room and what was noticed; it failed where less than was promised is noticed. */
export function sectionOf(room: string, mutants: readonly Mutant[]): Section {
  const count = (wanted: Mutant['status']) => mutants.filter(({ status }) => status === wanted).length
  const [noticed, survived, unreached] = [count('Killed') + count('Timeout'), count('Survived'), count('NoCoverage')]
  const all = noticed + survived + unreached
  const share = (100 * noticed) / Math.max(1, all)
  const failed = share < NOTICED
  const head = ['changes', 'noticed', 'not noticed', 'no test comes there', 'share', `${NOTICED} %`]
  const counts = [all, noticed, survived, unreached].map((number) => figure(number))
  const text = [
    `## Changes that tests notice: ${room}`,
    `\`npm run mutate\` changes \`domain/${room}\` in one place after the other; a test beside it is to notice.`,
    table(head, [[...counts, `${figure(share, 1)} %`, verdict(!failed)]]),
    `Run on ${new Date().toISOString().slice(0, 10)}.`,
  ]
  return { name: 'mutation', text: text.join('\n\n'), failed }
}

/** Each change that no test noticed, or that none came to, as `file:line  what it was changed to`. */
export function survivorsOf(mutants: readonly Mutant[]): string[] {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, mutatorName, replacement, status }) => {
      const place = `${fileName.replace(`${process.cwd()}/`, '')}:${location.start.line}:${location.start.column + 1}`
      return `${place}  ${mutatorName}, ${status}: ${replacement?.replaceAll(/\s+/g, ' ').slice(0, 80) ?? ''}`
    })
}
