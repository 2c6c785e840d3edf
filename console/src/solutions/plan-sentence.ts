import { type Language, pluralText, sourceLanguage } from '../i18n/texts.ts'

/** A sentence of a plan as the server returns it: in English, with the key and the values that it consists of. */
interface PlanSentence extends Part {
  readonly sentence: string
}

/** A part of a sentence. A list of other parts has no key, or the key `conjunction`. */
interface Part {
  readonly key?: string | undefined
  readonly template: string
  readonly values: readonly unknown[]
}

/**
 * Returns the sentence in a language; in English when a part of the sentence has no text in this language. `texts`
 * has the sentences of the language by their keys.
 */
export function planSentence(
  change: PlanSentence,
  language: Language,
  texts: Readonly<Record<string, string>>,
): string {
  const plurals = new Intl.PluralRules(language)
  const conjunction = new Intl.ListFormat(language, { type: 'conjunction' })

  function translated({ key, template, values }: Part): string | undefined {
    const shown: string[] = []
    for (const value of values) {
      const text = isPart(value) ? translated(value) : String(value)
      if (text === undefined) return undefined
      shown.push(text)
    }
    if (key === 'conjunction') return conjunction.format(shown)
    const count = values.find((value) => typeof value === 'number')
    const text = key === undefined ? template : pluralText(texts, key, plurals, count)
    return text?.replaceAll(/\{(\d+)\}/g, (_, index: string) => shown[Number(index)]!)
  }
  return (language === sourceLanguage ? undefined : translated(change)) ?? change.sentence
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'template' in value
