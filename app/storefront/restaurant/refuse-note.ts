export const NOTE_REFUSED = 'Please leave web addresses out.'

/** Says at the field of a note, until it is changed, that it cannot have a web address. */
export function refuseNote(field: HTMLInputElement): void {
  field.setCustomValidity(NOTE_REFUSED)
  field.addEventListener('input', () => field.setCustomValidity(''), { once: true })
  field.reportValidity()
}
