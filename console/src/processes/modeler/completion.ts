/** Functions of FEEL that expressions of processes often use. */
const feelFunctions = [
  'string(',
  'number(',
  'date(',
  'time(',
  'date and time(',
  'duration(',
  'now()',
  'today()',
  'not(',
  'count(',
  'sum(',
  'min(',
  'max(',
  'mean(',
  'contains(',
  'starts with(',
  'ends with(',
  'substring(',
  'upper case(',
  'lower case(',
  'string length(',
  'list contains(',
  'append(',
  'concatenate(',
  'some ',
  'every ',
  'for ',
  'if ',
  'is defined(',
] as const

const lastWord = /[\p{L}_][\p{L}\p{N}_.]*$/u

/** Returns the completions of an expression's last word: `value` is the whole expression, `label` only the word. */
export function completions(expression: string, names: readonly string[]): { value: string; label: string }[] {
  const word = lastWord.exec(expression)?.[0] ?? ''
  const before = expression.slice(0, expression.length - word.length)
  // An odd number of quotes: the last word is inside a string, where nothing is completed.
  if ((before.split('"').length - 1) % 2 === 1) return []
  if (word === '' && expression !== '') return []
  return [...names, ...feelFunctions]
    .filter((name) => name !== word && name.toLowerCase().startsWith(word.toLowerCase()))
    .slice(0, 12)
    .map((name) => ({ value: `${before}${name}`, label: name }))
}
