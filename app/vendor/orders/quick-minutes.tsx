import { buttonClass } from '../../ui/button.tsx'

/** Times to choose with one press, in the form around them. */
export function QuickMinutes({ minutes }: { minutes: readonly number[] }) {
  return (
    <div className="grid grid-cols-3 gap-2">
      {minutes.map((choice) => (
        <button
          key={choice}
          type="submit"
          name="quick_minutes"
          value={choice}
          className={buttonClass('quiet', 'min-h-12 px-1! text-lg')}
        >
          {choice} min
        </button>
      ))}
    </div>
  )
}
