import { Icon } from '../../ui/icon.tsx'

/**
 * How many of a dish: one less, the number, one more. `of` names the dish where a screen has several steppers. On a
 * menu early/dish-taps.ts works it.
 */
export function Stepper(props: {
  quantity: number
  /** Without it there is no maximum. */
  most?: number
  of?: string
  labelledby?: string
  change(to: number): void
}) {
  const { quantity, most, of, change } = props
  const named = (what: string) => (of ? `${what}: ${of}` : what)
  return (
    <>
      <button
        type="button"
        aria-label={named('One less')}
        className="round-button"
        disabled={quantity <= 1}
        onClick={() => change(quantity - 1)}
      >
        <Icon path="M5 12h14" />
      </button>
      <output
        aria-live="polite"
        aria-labelledby={props.labelledby}
        className="money min-w-8 text-center text-lg font-bold"
      >
        {quantity}
      </output>
      <button
        type="button"
        aria-label={named('One more')}
        className="round-button"
        disabled={quantity === most}
        onClick={() => change(quantity + 1)}
      >
        <Icon path="M12 5v14M5 12h14" />
      </button>
    </>
  )
}
