/** Operators of other expression languages, each with advice. Longer operators come first. */
export const foreignOperators: ReadonlyMap<string, string> = new Map([
  ['===', 'write "=" to compare'],
  ['!==', 'write "!=" to compare'],
  ['==', 'write "=" to compare'],
  ['<>', 'write "!=" to compare'],
  ['=>', 'write function(x) … for a function, and ">=" to compare'],
  ['&&', 'write "and"'],
  ['||', 'write "or"'],
  ['??', 'write if x != null then x else …'],
  ['!', 'write not(…)'],
  ['%', 'write modulo(a, b)'],
  ["'", 'write strings in double quotes'],
  ['`', 'write strings in double quotes'],
  [';', 'an expression cannot contain statements; remove ";"'],
  ['$', 'write names without "$"'],
  ['#', 'write names without "#"'],
  ['&', 'write "and"'],
  ['|', 'write "or"'],
  ['^', 'write "**" for a power'],
])

const wrapped = /^\s*[$#]\{([\s\S]*)\}\s*$/

const translations: readonly (readonly [RegExp, string])[] = [
  [/'([^'"\\]*)'/g, '"$1"'],
  [/\s*&&\s*/g, ' and '],
  [/\s*\|\|\s*/g, ' or '],
  [/!==/g, '!='],
  [/===?/g, '='],
  [/\beq\b/g, '='],
  [/\bne\b/g, '!='],
  [/\bgt\b/g, '>'],
  [/\bge\b/g, '>='],
  [/\blt\b/g, '<'],
  [/\ble\b/g, '<='],
  [/!\s*([\p{L}_][\p{L}\p{N}_.]*)/gu, 'not($1)'],
]

/**
 * Recognises a condition that was written for another engine, such as `${amount > 10 && open}`. Returns a message with
 * the equivalent FEEL expression; undefined for other texts.
 */
export function foreignExpression(text: string): string | undefined {
  const inner = wrapped.exec(text)?.[1]
  if (inner === undefined) return undefined
  return `the expression is written for another engine; write ${translate(inner).slice(0, 500)} without the ${text.trim()[0]}{ }`
}

/** Translates the operators and strings of a simple condition of another language to FEEL. */
function translate(text: string): string {
  return translations.reduce((result, [from, to]) => result.replaceAll(from, to), text).trim()
}
