/** A number that a phone calls when it is pressed; one that is masked (`•`) calls nobody. */
export function PhoneLink({ number }: { number: string }) {
  if (number.includes('•')) return number
  return (
    <a className="inline-block py-1 text-link underline" href={`tel:${number.replaceAll(' ', '')}`}>
      {number}
    </a>
  )
}
