import type { KitchenPlan, latestFiles } from '../../../domain/catalog/onboarding/kitchen-file.ts'
import type { PlannedKitchen, PlannedLine } from '../../../domain/catalog/onboarding/plan-kitchens.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { counted } from '../../ui/counted.ts'
import { tookIn } from './taken-in-words.ts'

const LINES_PER_PAGE = 50

/** What a line will do, as the filter above the lines calls it; the first shows all. */
export const shown_lines = ['All', 'Wrong', 'New kitchen', 'New dish', 'Changed dish', 'As before'] as const
type Kind = Exclude<(typeof shown_lines)[number], 'All'>

type Listed = { line: number; kitchen: string; dish: string; kinds: Kind[]; will: string }

/** A file as the screen shows it before, while and after its kitchens are taken in. */
export function fileView(plan: KitchenPlan, query: URLSearchParams) {
  const { row, kitchens, left } = plan
  const lines = [
    ...kitchens.flatMap((kitchen) => kitchen.lines.map((line, place) => listed(kitchen, line, place))),
    ...left
      .filter(({ kitchen }) => kitchen === '')
      .map(({ line, dish, problem }) => ({ ...wrongLine(line.line, dish, problem), kitchen: '' })),
  ].sort((one, other) => one.line - other.line)
  const show = shown_lines.find((option) => option === query.get('show')) ?? 'All'
  const narrowed = show === 'All' ? lines : lines.filter(({ kinds }) => kinds.includes(show))
  const pages = Math.max(1, Math.ceil(narrowed.length / LINES_PER_PAGE))
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), pages)
  const of = (kind: Kind) => lines.filter(({ kinds }) => kinds.includes(kind)).length
  const counts: Record<(typeof shown_lines)[number], number> = {
    All: lines.length,
    Wrong: left.length,
    'New kitchen': of('New kitchen'),
    'New dish': of('New dish'),
    'Changed dish': of('Changed dish'),
    'As before': of('As before'),
  }
  const { id, name, begun_at, done_at, seen_to, kitchens: all, taken_in } = row
  return {
    file: { id, name, brought: formatCampusDateTime(row.brought_at), seen_to, kitchens: all, taken_in },
    begun: begun_at !== null,
    done: done_at && formatCampusDateTime(done_at),
    counts,
    show,
    lines: narrowed.slice((page - 1) * LINES_PER_PAGE, page * LINES_PER_PAGE),
    page,
    pages,
  }
}

export type FileView = ReturnType<typeof fileView>
export type LineView = FileView['lines'][number]

function listed(planned: PlannedKitchen, line: PlannedLine, place: number): Listed {
  const kitchen = planned.kitchen.name
  const is_first = planned.is === 'new' && place === 0
  if ('wrong' in line) {
    const wrong = { ...wrongLine(line.line.line, line.dish, line.wrong.problem), kitchen }
    if (!is_first) return wrong
    return {
      ...wrong,
      kinds: ['Wrong', 'New kitchen'],
      will: `${newKitchen(planned)}, without this dish. ${wrong.will}`,
    }
  }
  const kinds: Kind[] = is_first ? ['New kitchen'] : []
  const what: Kind | null = line.outcome === 'no_dish' && is_first ? null : kind_of[line.outcome]
  if (what) kinds.push(what)
  const will = [...(is_first ? [newKitchen(planned)] : []), ...(what ? [what] : [])].join('. ')
  return { line: line.line.line, kitchen, dish: line.dish, kinds, will }
}

const kind_of = { added: 'New dish', changed: 'Changed dish', unchanged: 'As before', no_dish: 'As before' } as const

const wrongLine = (line: number, dish: string, problem: string) => ({
  ...{ line, dish, will: problem },
  kinds: ['Wrong'] as Kind[],
})

const newKitchen = (planned: PlannedKitchen) =>
  `New kitchen${planned.kitchen.phone === null ? '' : `, invited at ${formatPhone(planned.kitchen.phone)}`}`

/** The files that were brought lately, in words. */
export function latestInWords(files: Awaited<ReturnType<typeof latestFiles>>) {
  return files.map(({ id, name, brought_at, begun_at, done_at, kitchens, seen_to, taken_in, by }) => ({
    ...{ id, name, by: by || 'An admin', brought: formatCampusDateTime(brought_at) },
    came: done_at
      ? tookIn(taken_in)
      : begun_at
        ? `Stopped after ${seen_to} of ${counted(kitchens, 'kitchen')}`
        : `Not taken in yet: ${counted(kitchens, 'kitchen')}`,
  }))
}
