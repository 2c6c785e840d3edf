import type { FieldEntry } from './definition.ts'
import { useDesign } from './design-context.ts'

import { useNameText } from './use-name-text.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/**
 * Returns a function that lists the fields for a select. Chosen codes that no field has are kept, so that they do not
 * disappear unnoticed. `isFit` filters the fields.
 */
export function useFieldChoices(isFit: (entry: FieldEntry) => boolean = () => true) {
  const { fields = [] } = useDesign().definition
  const textOf = useNameText()
  return (chosen: readonly string[]): Choice[] => {
    const known = new Map(
      fields
        .filter((entry) => entry.code !== '' && isFit(entry))
        .map(({ code, name }) => [code, { value: code, label: textOf(name) || code }]),
    )
    for (const code of chosen) if (!known.has(code)) known.set(code, { value: code, label: code })
    return [...known.values()]
  }
}
