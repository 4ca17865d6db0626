import { brand } from '../../../domain/brand.ts'
import { CLAIMS, type ClaimRules } from '../../../domain/claims/claim-rules.ts'
import { DELIVERY_SETTINGS, type DeliverySettings } from '../../../domain/settings/definitions.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { services_context } from '../../services.ts'
import { counted } from '../../ui/counted.ts'
import { main_questions } from '../home/faq-entries.ts'
import type { Route } from './+types/faqs'
import { ContentPage, contentMeta, kept_page } from './content-page.tsx'
import { furtherKitchenWords } from './further-kitchen-words.ts'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, kept_page as handle }

export async function loader({ context }: Route.LoaderArgs) {
  const [fees, rules] = await readSettings(context.get(services_context).db, [DELIVERY_SETTINGS, CLAIMS])
  return renderContent({
    title: 'Questions and answers',
    description: `How ordering, payment, delivery and refunds work on ${brand.name}.`,
    lead: 'What people ask us most. If yours is not here, write or call.',
    text: <Text fees={fees} rules={rules} />,
  })
}

type Told = { fees: DeliverySettings; rules: ClaimRules }

const moreQuestions = ({ fees, rules }: Told) => [
  {
    question: 'Can I order from several restaurants at once?',
    answer:
      `Yes. Your cart may hold dishes of several restaurants, and you pay once. ${furtherKitchenWords(fees)} Each ` +
      'restaurant gets its own order with its own number.',
  },
  {
    question: 'What does delivery cost?',
    answer:
      'It depends on how far the restaurant is from you. The order summary shows the fee before you pay. The rates ' +
      'are on the Delivery page.',
  },
  {
    question: 'Why can I not order from a restaurant?',
    answer:
      'It is closed, or the restaurant has paused because it has more orders than hands. Its page says which, and ' +
      'the menu stays readable.',
  },
  {
    question: 'A price changed while I was ordering. What do I pay?',
    answer:
      'What the order summary shows. When something changes before that, we show you the change and ask you first.',
  },
  {
    question: 'My transfer was too small or too big.',
    answer:
      'What is above the total goes back to you by itself. If it was less, one of us looks at it and calls you; ' +
      'the restaurant does not start before that is settled.',
  },
  {
    question: 'My payment is pending. Should I pay again?',
    answer:
      'No. USSD and bank transfers can take some minutes. We keep asking the bank, even when you close the page, ' +
      'and write to you when we know. Should you have paid twice, the second payment goes back to you.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Yes, until the restaurant accepts your order: open it with the link in our SMS and press Cancel this order. ' +
      'All of its money goes back by itself. After that, call us at once: as long as the restaurant has not started, ' +
      'we cancel and return everything. When a restaurant cannot cook your order, you get your money back without ' +
      'asking.',
  },
  {
    question: 'Something is missing, wrong or cold. What do I do?',
    answer:
      'Open your order with the link in our SMS and press “Something wrong with order …?”, within ' +
      `${counted(rules.within_hours, 'hour')} of its delivery. Say what it is, and add a photo. We look at it, and ` +
      'tell you there and by SMS whether money goes back.',
  },
  {
    question: 'How long does a refund take?',
    answer: 'We send it at once, to the card or account it was paid from. Banks take up to five working days.',
  },
  {
    question: 'Where is my receipt?',
    answer:
      'In your mail, and behind the link in our SMS, where you can print it. Keep that link to yourself: whoever ' +
      'has it sees the order.',
  },
]

function Text(told: Told) {
  return (
    <>
      {[...main_questions, ...moreQuestions(told)].map(({ question, answer }) => (
        <section key={question}>
          <h2>{question}</h2>
          <p>{answer}</p>
        </section>
      ))}
      <h2>Still a question?</h2>
      <p>
        <a href={'/contact' satisfies Address}>Contact us</a>, or read more about{' '}
        <a href={'/delivery' satisfies Address}>delivery and its fees</a>.
      </p>
    </>
  )
}
