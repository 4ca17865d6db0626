/** What a kitchen can write us when no screen is at hand. */
export function AnswerByText({ number }: { number: string }) {
  return (
    <section className="card p-5 sm:p-6" aria-labelledby="by-text">
      <h2 id="by-text" className="text-xl font-bold">
        By text message
      </h2>
      <p className="mt-2">
        No line, no power? Write from your kitchen’s number to <strong className="money">{number}</strong>. We answer
        each text.
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {ways.map(([text, what]) => (
          <div key={text} className="contents">
            <dt className="money font-bold">{text}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const ways = [
  ['1 20', 'accepts the order that has waited longest, ready in 20 minutes; 1 alone takes your usual time'],
  ['2', 'rejects it once you send back the code of our answer, like 2 417; the customer gets the money back'],
  ['1 20 10482', 'means order 10482, if it is not the oldest; so does 2 10482'],
  ['9', 'pauses you for an hour, with the code of our answer, like 9 417'],
  ['8', 'ends the pause'],
] as const
