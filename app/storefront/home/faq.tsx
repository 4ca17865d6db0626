import { Icon } from '../../ui/icon.tsx'
import { main_questions } from './faq-entries.ts'

export function Faq() {
  return (
    <section aria-labelledby="faq-title" className="page-width max-w-3xl py-12">
      <h2 id="faq-title" className="text-3xl font-extrabold">
        Frequently asked questions
      </h2>
      <div className="card mt-6 divide-y divide-line">
        {main_questions.map(({ question, answer }) => (
          <details key={question} name="faq" className="group px-5">
            <summary
              className={
                'flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold ' +
                '[&::-webkit-details-marker]:hidden'
              }
            >
              <h3>{question}</h3>
              <Icon path="M5 9l7 7 7-7" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
      <p className="mt-4">
        <a
          className="inline-flex min-h-11 items-center font-semibold text-link underline"
          href={'/faqs' satisfies Address}
        >
          More questions and answers
        </a>
      </p>
    </section>
  )
}
