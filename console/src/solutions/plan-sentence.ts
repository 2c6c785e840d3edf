import type { Language } from '../i18n/texts.ts'
import russian from './plan-sentences.ru.json' with { type: 'json' }

/** A sentence of a plan as the server returns it: in English, with the template and values that it consists of. */
export interface PlanSentence {
  readonly sentence: string
  readonly template: string
  readonly values: readonly unknown[]
}

const translations: Readonly<Record<string, string>> = russian

/** Returns the sentence in a language; in English when a part of it has no translation. */
export function planSentence({ sentence, template, values }: PlanSentence, language: Language): string {
  return (language === 'ru' ? translated(template, values) : undefined) ?? sentence
}

function translated(template: string, values: readonly unknown[]): string | undefined {
  // A template without words is the same in all languages.
  const text = translations[template] ?? (/[a-z]/i.test(template) ? undefined : template)
  const shown = values.map((value) => (isPart(value) ? translated(value.template, value.values) : String(value)))
  if (text === undefined || shown.includes(undefined)) return undefined
  return text.replaceAll(/\{(\d+)\}/g, (_, index: string) => shown[Number(index)]!)
}

const isPart = (value: unknown): value is Omit<PlanSentence, 'sentence'> =>
  typeof value === 'object' && value !== null && 'template' in value
