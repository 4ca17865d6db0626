import { renderToStaticMarkup } from 'react-dom/server'
import { ComingSoon } from './coming-soon.tsx'
import { Faq } from './faq.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PartnerPanel, partners } from './partner-panels.tsx'

/**
 * The parts of the home page that only stand there, as HTML, written once when the server starts. They travel as data,
 * so that none of their words and drawings are in a script that a phone would have to load.
 */
export const still_sections = {
  hero_picture: renderToStaticMarkup(<HeroPicture />),
  how_it_works: renderToStaticMarkup(<HowItWorks />),
  partners: partners.map((partner) => ({
    id: partner.id,
    tab: partner.tab,
    html: renderToStaticMarkup(<PartnerPanel {...partner} />),
  })),
  coming_soon: renderToStaticMarkup(<ComingSoon />),
  faq: renderToStaticMarkup(<Faq />),
} as const
