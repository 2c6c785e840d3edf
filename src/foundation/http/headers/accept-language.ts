/** Languages of a header beyond this number are ignored. */
const maxLanguages = 10

/**
 * Returns the languages of an Accept-Language header in lower case, best first. Languages with the weight 0, `*` and
 * anything that is not a language are left out.
 */
export function readAcceptLanguage(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  const entries = header.split(',', maxLanguages).map((part) => {
    const [language = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    return { language, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return entries
    .filter(({ language, weight }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
}
