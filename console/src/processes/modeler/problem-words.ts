import type { TextKey } from '../../i18n/index.tsx'
import { withStepNames } from '../step-words.ts'
import { sectionTitles } from './extension-schema.ts'

/**
 * Returns a problem of a diagram in the words of the modeler: steps by their names, and extension elements by the
 * titles of the properties with which they are edited.
 */
export function problemInWords(
  message: string,
  nameOf: (id: string) => string | undefined,
  t: (key: TextKey) => string,
): string {
  const titled = message
    .replaceAll(/<chancery:(\w+)((?: \w+="[^"]*")*)[^<>]*>/g, (_, element: string, attributes: string) => {
      const name = /name="([^"…]+)"/.exec(attributes)?.[1]
      return name === undefined ? `“${titleOf(element, t)}”` : `“${titleOf(element, t)}: ${name}”`
    })
    .replaceAll(/\bchancery:(\w+)/g, (_, element: string) => titleOf(element, t))
  return withStepNames(titled, nameOf)
}

function titleOf(element: string, t: (key: TextKey) => string): string {
  const found = [...sectionTitles].find(([local]) => local.toLowerCase() === element.toLowerCase())
  return found ? t(found[1]) : element
}
