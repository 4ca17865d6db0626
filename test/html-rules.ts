import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate'

/** The rules of the HTML standard, of what a whole document needs, and of WCAG; what is off says why. */
const rules: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Only where no script runs a page loads itself again to follow an order; never one on which somebody types.
    'meta-refresh': 'off',
  },
}

const validator = new HtmlValidate(new StaticConfigLoader(rules))

/** What is wrong with a document as our server sends it: each rule with its words and its place. */
export async function htmlFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) => `${ruleId}: ${message} (${selector ?? `${line}:${column}`})`,
    ),
  )
}
