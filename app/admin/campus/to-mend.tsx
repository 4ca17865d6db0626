import { CircleCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Titled } from '../../ui/titled.tsx'
import type { CampusView } from './campus-view.server.ts'
import { useChosenAddress } from './use-chosen.ts'

type Check = CampusView['checks'][number]
type Named = Check['unreached'][number] & { about?: string }

/** More names than these say no more. */
const MOST_NAMES = 12

/** What keeps food from places, at noon and at each hour from which on other ways are open. */
export function ToMend({ campus }: { campus: CampusView }) {
  const found = campus.checks.map((check) => ({ check, problems: problemsOf(check, campus.has_kitchens) }))
  const is_whole = found.every(({ problems }) => problems.length === 0)
  return (
    <Titled id="mend" title="What to mend" className="mt-8">
      <div className="card mt-3 grid gap-4 p-5">
        {!campus.has_kitchens && (
          <p>No kitchen is active yet, so it cannot be said which places can be reached from one.</p>
        )}
        {is_whole && (
          <p className="flex items-center gap-3">
            <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />
            {campus.has_kitchens
              ? `Every place can be reached from every kitchen, at ${timesOf(campus)}.`
              : `All places hang together, at ${timesOf(campus)}.`}
          </p>
        )}
        {found.map(
          ({ check, problems }) =>
            problems.length > 0 && (
              <div key={check.time}>
                <h3 className="font-bold">At {check.time}</h3>
                <ul className="mt-1 list-disc space-y-1 pl-5">
                  {problems.map(({ key, words }) => (
                    <li key={key}>{words}</li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
    </Titled>
  )
}

const timesOf = ({ checks }: CampusView) => checks.map(({ time }) => time).join(' and at ')

function problemsOf(check: Check, has_kitchens: boolean): { key: string; words: ReactNode }[] {
  const { unreached, beyond, stranded, unplaced, pieces, reach_minutes } = check
  const [largest, ...others] = pieces
  return [
    ...(has_kitchens && unreached.length > 0
      ? [
          {
            key: 'unreached',
            words: (
              <>
                From no kitchen can anybody ride within {reach_minutes} minutes to <Names all={unreached} />. Add a way
                there, or close the place.
              </>
            ),
          },
        ]
      : []),
    ...beyond.slice(0, MOST_NAMES).map(({ kitchen, places }) => ({
      key: `beyond ${kitchen}`,
      words: (
        <>
          {kitchen} does not reach within {reach_minutes} minutes: <Names all={places} />.
        </>
      ),
    })),
    ...(beyond.length > MOST_NAMES
      ? [{ key: 'beyond', words: `So it is with ${beyond.length - MOST_NAMES} more kitchens.` }]
      : []),
    ...stranded.map((name) => ({
      key: `stranded ${name}`,
      words: `From ${name} no other place can be reached: its place has no open way.`,
    })),
    ...unplaced.map((name) => ({
      key: `unplaced ${name}`,
      words: `Nobody knows where ${name} is: give it a landmark or coordinates.`,
    })),
    ...(largest && others.length > 0
      ? [
          {
            key: 'pieces',
            words: (
              <>
                The campus falls into {pieces.length} parts. Apart from the largest (with {largest.length}{' '}
                {largest.length === 1 ? 'place' : 'places'}):{' '}
                {others.slice(0, MOST_NAMES).map((piece, index) => (
                  <Fragment key={piece[0]?.id}>
                    {index > 0 && '; '}
                    <Names all={piece} />
                  </Fragment>
                ))}
                {others.length > MOST_NAMES && `; and ${others.length - MOST_NAMES} more`}.
              </>
            ),
          },
        ]
      : []),
  ]
}

function Names({ all }: { all: readonly Named[] }) {
  const to = useChosenAddress()
  return (
    <>
      {all.slice(0, MOST_NAMES).map(({ id, name, about }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to={to({ place: id })} className="text-link underline">
            {name}
          </Link>
          {about && ` (${about})`}
        </Fragment>
      ))}
      {all.length > MOST_NAMES && ` and ${all.length - MOST_NAMES} more`}
    </>
  )
}
