import { type Definition, listed } from './definition.ts'

type Keys = Definition['unique']
const codesOf = (key: string | readonly string[]): readonly string[] => (typeof key === 'string' ? [key] : key)

/** Returns whether a field alone is a unique key. */
export const isUniqueAlone = ({ unique = [] }: Definition, code: string): boolean =>
  unique.some((key) => codesOf(key).length === 1 && codesOf(key)[0] === code)

/** Returns the unique keys with or without the key of one field. */
export function withUnique(definition: Definition, code: string, isUnique: boolean): Keys {
  const { unique = [] } = definition
  if (isUniqueAlone(definition, code) === isUnique) return definition.unique
  const others = unique.filter((key) => codesOf(key).join() !== code)
  return listed(isUnique ? [...unique, code] : others)
}

/** Returns the unique keys after the code of a field has changed. */
export const keyRenamed = ({ unique }: Definition, from: string, to: string): Keys =>
  unique?.map((key) =>
    typeof key === 'string' ? (key === from ? to : key) : key.map((one) => (one === from ? to : one)),
  )
