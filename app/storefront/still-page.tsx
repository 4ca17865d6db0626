type HtmlProps = { text: string; className?: string }

/** What our server has drawn, as it is, without a script. React has escaped what is in it there. */
export function Html({ text, className }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
  return <div className={className} dangerouslySetInnerHTML={{ __html: text }} />
}

type Drawn = { html: string }
type StillPageProps = { loaderData: Drawn; actionData?: Drawn | undefined; width?: string }

/** A page that our server draws alone. */
export function StillPage({ loaderData, actionData, width = 'max-w-2xl' }: StillPageProps) {
  return <Html className={`page-width py-8 ${width}`} text={(actionData ?? loaderData).html} />
}
