/** A mail address that breaks at its @ where a column is narrow, and anywhere only when its parts are very long. */
export function MailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  const parts = [address.slice(0, at + 1), address.slice(at + 1)] as const
  const long = parts.some((part) => part.length > 24)
  return (
    <span className={long ? 'break-all' : 'break-words'}>
      {parts[0]}
      <wbr />
      {parts[1]}
    </span>
  )
}
