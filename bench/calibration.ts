import { playWeeks, type Weeks } from './calibration/campus-weeks.ts'
import { NAIVE_WIDTH_MINUTES, type Score, scoreOf } from './calibration/score.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'

const usual: Weeks = { seed: 3, weeks: 6, kitchens: 8, riders: 12, rain: 0.15, liar: false, drift: 0 }

const campuses: readonly { name: string; play: Weeks }[] = [
  { name: 'usual', play: usual },
  { name: 'few riders', play: { ...usual, riders: 6 } },
  { name: 'many riders', play: { ...usual, riders: 24 } },
  { name: 'rain on half of the days', play: { ...usual, rain: 0.5 } },
  { name: 'a kitchen says a third', play: { ...usual, liar: true } },
  { name: '3 % slower each week', play: { ...usual, drift: 0.03 } },
  { name: 'all of it', play: { ...usual, riders: 8, rain: 0.3, liar: true, drift: 0.03 } },
]

/** So far may a share be from what its window says, in points. */
export const MOST_POINTS = 3
/** The end of the window that is told is held in nine of ten. */
const HELD = 0.9
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Plays weeks on different campuses and reports whether windows hold as often as they say, and how wide they are. */
export async function measureCalibration(): Promise<Section> {
  const scores = campuses.map(({ name, play }) => ({ name, ...scoresOf(play) }))
  const judged = scores.map(({ name, later }) => ({ name, score: later }))
  const failed = judged.some(({ score }) => !isCalibrated(score))
  const first_week = scores[0] ? [{ name: 'usual, its first week', score: scores[0].first_week }] : []
  return {
    name: 'calibration',
    failed,
    text: [
      '## What windows say, and what comes',
      `Simulated weeks of a campus with ${usual.kitchens} kitchens (seed ${usual.seed}): they differ by hour, ` +
        'by size of the order and by how many cook, riders are found, ride and come back on vehicles of ' +
        'different pace, and it rains. Windows are estimated and speeds learned, each night, by the functions of ' +
        'the product. Counted from the second week on; of the first day nothing is known but what kitchens say. ' +
        `Within: the share of orders that came within the window of that level, promised ± ${MOST_POINTS} ` +
        `points. Told is the window of 80 %; its end is promised to be held in ${HELD * 100} %. Beside it stands ` +
        `what the kitchen says with fixed margins, ${NAIVE_WIDTH_MINUTES} minutes wide, and how wide such ` +
        'margins would have to be, chosen afterwards, to hold as much.',
      table(
        [
          ...['campus', 'orders', 'mean', '50 %', '80 %', '90 %', 'promise', 'by its end', 'width told'],
          ...['fixed: within', 'by its end', 'same share'],
        ],
        [
          ...judged.map(({ name, score }) => rowOf(name, score, verdict(isCalibrated(score)))),
          ...first_week.map(({ name, score }) => rowOf(name, score, '–')),
        ],
      ),
    ].join('\n\n'),
  }
}

/** The scores of the first week, in which nearly nothing is known, and of all later ones. */
export function scoresOf(play: Weeks): { first_week: Score; later: Score } {
  const played = playWeeks(play)
  const begins_ms = played[0]?.placed_at.getTime() ?? 0
  const isFirst = (order: (typeof played)[number]) => order.placed_at.getTime() - begins_ms < WEEK_MS
  return { first_week: scoreOf(played.filter(isFirst)), later: scoreOf(played.filter((order) => !isFirst(order))) }
}

/** Whether each window holds as often as it says. */
export function isCalibrated({ levels }: Score): boolean {
  return levels.every(({ level, within, by_end }) => {
    const is_held = level !== 0.8 || by_end >= HELD
    return is_held && Math.abs(within - level) * 100 <= MOST_POINTS
  })
}

function rowOf(name: string, score: Score, kept: string): string[] {
  const told = score.levels.find(({ level }) => level === 0.8)
  const percent = (share: number) => `${figure(100 * share, 1)} %`
  return [
    name,
    figure(score.orders),
    `${figure(score.mean_minutes, 1)} min`,
    ...score.levels.map(({ within }) => percent(within)),
    kept,
    percent(told?.by_end ?? 0),
    `${figure(told?.width_minutes ?? 0, 1)} min`,
    percent(score.naive.within),
    percent(score.naive.by_end),
    `${figure(score.naive.width_for_same_minutes, 1)} min`,
  ]
}
