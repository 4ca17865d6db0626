import { renderToStaticMarkup } from 'react-dom/server'
import { quiet_sentence } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { buttonClass } from '../../ui/button.tsx'

/**
 * The switch of an order's text messages: only those that nobody can do without, or all of them again. It is sent as
 * HTML with a form of its own, so no script has to carry it.
 */
export const quietSwitch = (order: Asked): string => renderToStaticMarkup(<Switch {...order} />)

const quiet_words = `You asked for quiet. ${quiet_sentence} All the rest is on this page.`

type Asked = { is_quiet: boolean; collects: boolean; for_later: boolean }

function Switch(order: Asked) {
  const { is_quiet } = order
  return (
    <section id="sms" aria-labelledby="sms-heading" className="card mt-5 p-5 sm:p-6">
      <h2 id="sms-heading" className="font-bold">
        SMS about your orders
      </h2>
      <p className="mt-1 text-ink-soft">{is_quiet ? quiet_words : allWords(order)}</p>
      <form method="post" className="mt-3">
        <input type="hidden" name="sms" value={is_quiet ? 'all' : 'quiet'} />
        <button type="submit" className={buttonClass('quiet')}>
          {is_quiet ? 'SMS again' : 'No more SMS about my orders'}
        </button>
      </form>
    </section>
  )
}

function allWords({ collects, for_later }: Asked): string {
  const [ready, there] = collects
    ? ['when it is ready with your PIN', 'when you have it']
    : ['when the rider is on the way with your PIN', 'when it is delivered']
  const begins = 'We text you when we have your payment, when the restaurant takes your order,'
  return for_later
    ? `${begins} and, at the time you chose, ${ready} and ${there}.`
    : `${begins} ${ready}, and ${there}.`
}
