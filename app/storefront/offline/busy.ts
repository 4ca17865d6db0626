// Whether somebody is in the middle of something, which a reload would take away.

const with_form = () =>
  [...document.querySelectorAll('details[open]')].filter(
    (details) => details.closest('form') || details.querySelector('form'),
  )

/** Some forms come unfolded. */
const unfolded_before = new Set(with_form())
/** React writes what is typed into the attribute too, so that a field does not always tell that it was changed. */
const touched = new Set<EventTarget>()
addEventListener('input', ({ target }) => target && touched.add(target), true)

export function isBusy(): boolean {
  return (
    document.querySelector('dialog[open],input:focus,textarea:focus,select:focus') !== null ||
    with_form().some((details) => !unfolded_before.has(details)) ||
    [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')].some(isFilled)
  )
}

/** Whether somebody wrote or chose something here that is still to be seen. */
function isFilled(field: HTMLInputElement): boolean {
  const is_text = field.tagName === 'TEXTAREA' || /^(text|search|tel|email|number)$/.test(field.type)
  const is_changed = touched.has(field) || (is_text && field.value !== field.defaultValue)
  return is_changed && field.value !== '' && field.getClientRects().length > 0
}
