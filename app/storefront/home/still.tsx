/** Shows HTML of ours that the server wrote (still-sections.server.tsx). Links in it are plain ones. */
export function Still({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
