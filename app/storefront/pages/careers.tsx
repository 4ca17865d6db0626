import { brand } from '../../../domain/brand.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { contact_links } from './contact-links.ts'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

const { name, city } = brand

export const loader = () =>
  renderContent({
    title: 'Careers',
    description: `Work with ${name} in ${city}: riders any time, and how to write to us about everything else.`,
    lead: 'We are a small team that likes food, bicycles and things that work.',
    text: <Text />,
  })

function Text() {
  return (
    <>
      <h2>Open now: riders</h2>
      <p>
        We take riders all year, a few hours a week or more. How it works and what you need is on{' '}
        <a href={'/delivery' satisfies Address}>Delivery</a>.
      </p>
      <h2>Everything else</h2>
      <p>
        There is no other open position today. If you are good at looking after restaurants, at talking to hungry people
        on the phone or at building software, write to <a href={contact_links.mail}>{brand.support_email}</a> with the
        subject “Careers”. Two paragraphs about what you did and what you would do here tell us more than a long CV.
      </p>
      <h2>How we treat applications</h2>
      <ul>
        <li>
          Applying is free. Whoever asks you for money for a job at {brand.name} is not from {brand.name}.
        </li>
        <li>Everybody gets an answer, also when it is no.</li>
        <li>We delete your papers when the matter is closed, unless you ask us to keep them.</li>
      </ul>
    </>
  )
}
