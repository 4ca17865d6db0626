import type { MouseEvent } from 'react'

/** A click beside the content of a modal <dialog> lands on the dialog itself; it closes it, as people expect. */
export function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target !== event.currentTarget) return
  const box = event.currentTarget.getBoundingClientRect()
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
  if (!inside) event.currentTarget.close()
}
