/** `primary` is the main thing to do on a screen; the looks stand in theme.css, once for all scripts. */
type Kind = 'primary' | 'brand' | 'quiet' | 'on_brand'

/** The classes of a button or of a link that looks like one. */
export function buttonClass(kind: Kind, extra = ''): string {
  return `button ${kind} ${extra}`
}
