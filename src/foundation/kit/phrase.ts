import type plan from '../../../texts/en/plan.json'
import { pluralText, readTexts, sourceLanguage } from './languages.ts'

/** A sentence for users, or a part of one, with what programs need to translate it. */
export interface Phrase {
  /** The sentence in English. */
  readonly text: string
  /**
   * Key of the sentence in `plan.json` of each language; undefined for a list of values, which has no words of its
   * own.
   */
  readonly key?: string
  /** The text with `{0}`, `{1}`, … in the places of the values. */
  readonly template: string
  readonly values: readonly PhraseValue[]
}

export type PhraseValue = string | number | Phrase

/** The parts of a phrase that programs need to translate it. */
export interface PhraseParts {
  readonly key?: string
  readonly template: string
  readonly values: readonly (string | number | PhraseParts)[]
}

type PluralSuffix = '_one' | '_other'
type WithoutSuffix<Key> = Key extends `${infer Name}${PluralSuffix}` ? Name : Key

const plurals = new Intl.PluralRules(sourceLanguage)

/**
 * Returns a function that makes phrases of the texts of these keys and the values of their placeholders `{0}`, `{1}`, ….
 * The first number among the values selects the plural form of a text that has plural forms. The function throws when a
 * placeholder has no value.
 */
export function phrasesOf<Texts extends object>(texts: Texts) {
  return (key: WithoutSuffix<keyof Texts> & string, ...values: readonly PhraseValue[]): Phrase => {
    const count = values.find((value) => typeof value === 'number')
    const template = pluralText(texts as Record<string, string>, key, plurals, count) ?? ''
    return { text: filled(key, template, values), key, template, values }
  }
}

/** Makes a phrase of a sentence of plans: `phrase('removesField', code)`. */
export const phrase = phrasesOf(readTexts<typeof plan>(sourceLanguage, 'plan'))

/** Returns a phrase that lists values. */
export function listed(values: readonly PhraseValue[], separator = ', '): Phrase {
  const template = values.map((_, index) => `{${index}}`).join(separator)
  return { text: filled('', template, values), template, values }
}

/**
 * Key of lists whose parts all apply, such as "a and b". The key has no text: each language joins the parts by its
 * own rules.
 */
const conjunctionKey = 'conjunction'

/** Returns the phrase "a and b and c". */
export const conjunction = (values: readonly PhraseValue[]): Phrase => ({
  ...listed(values, ' and '),
  key: conjunctionKey,
})

function filled(key: string, template: string, values: readonly PhraseValue[]): string {
  return template.replaceAll(/\{(\d+)\}/g, (_, index: string) => {
    const value = values[Number(index)]
    if (value === undefined) throw new Error(`the phrase "${key}" lacks value ${index}`)
    return typeof value === 'object' ? value.text : String(value)
  })
}

/** Returns the key, the template and the values of a phrase, without its text. */
export function partsOf({ key, template, values }: Phrase): PhraseParts {
  return {
    ...(key !== undefined && { key }),
    template,
    values: values.map((value) => (typeof value === 'object' ? partsOf(value) : value)),
  }
}
