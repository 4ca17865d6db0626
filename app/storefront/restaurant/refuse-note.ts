/** Says at the field of a note, until it is changed, that it cannot have a web address. */
export function refuseNote(field: HTMLInputElement): void {
  field.setCustomValidity('Please leave web addresses out.')
  field.addEventListener('input', () => field.setCustomValidity(''), { once: true })
  field.reportValidity()
}
