/** A sentence for users, or a part of one, with the template and the values that programs need to translate it. */
export interface Phrase {
  readonly text: string
  /** The text with `{0}`, `{1}`, … in the places of the values. */
  readonly template: string
  readonly values: readonly PhraseValue[]
}

export type PhraseValue = string | number | Phrase

/** The parts of a phrase that programs need to translate it. */
export interface PhraseParts {
  readonly template: string
  readonly values: readonly (string | number | PhraseParts)[]
}

/** Makes a phrase of a template literal: `` phrase`removes the field "${code}"` ``. */
export function phrase(strings: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
  return of(strings, values)
}

/** Returns a phrase that lists others. */
export function listed(phrases: readonly Phrase[], separator = ', '): Phrase {
  const between = phrases.slice(1).map(() => separator)
  return phrases.length === 0 ? of([''], []) : of(['', ...between, ''], phrases)
}

function of(strings: readonly string[], values: readonly PhraseValue[]): Phrase {
  const joined = (shown: (value: PhraseValue, index: number) => string): string =>
    strings.map((text, index) => (index === 0 ? text : shown(values[index - 1]!, index - 1) + text)).join('')
  return {
    text: joined((value) => (typeof value === 'object' ? value.text : String(value))),
    template: joined((_, index) => `{${index}}`),
    values,
  }
}

/** Returns the template and the values of a phrase, without its text. */
export function partsOf({ template, values }: Phrase): PhraseParts {
  return { template, values: values.map((value) => (typeof value === 'object' ? partsOf(value) : value)) }
}
