/** A number that a phone calls when it is pressed. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="text-link underline" href={`tel:${number.replaceAll(' ', '')}`}>
      {number}
    </a>
  )
}
