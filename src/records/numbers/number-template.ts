import { didYouMean } from '../../foundation/kit/nearest.ts'

/** A token of a number template: `{seq:0000}` has the name `seq` and the argument `0000`. */
export interface Token {
  readonly name: string
  readonly argument: string | undefined
  /** The token as it is written, and where it begins, counted from 1. */
  readonly text: string
  readonly at: number
}

/** A number template, split into texts and tokens in their order. */
export type NumberTemplate = readonly (string | Token)[]

/** The tokens without an argument, and what they stand for. */
const plainTokens = {
  'case.index': 'index of the case',
  'directory.code': 'code of the section that the case is in',
  'office.code': 'code of the office',
  yyyy: 'year of the registration, four digits',
  yy: 'year of the registration, two digits',
  mm: 'month of the registration',
  dd: 'day of the registration',
  'app.code': 'code of the application',
  docflow: 'document flow of the case: input, output or internal',
  'author.unit': 'department of the author of the element',
} as const

/** Another spelling of `{seq}`, which existing clients send as the default template. */
const indexToken = '$__index'
const names = [...Object.keys(plainTokens), 'seq', 'field:']

/**
 * Reads a number template such as `{case.index}/{seq:000}`. Returns the problems as sentences with the place of each
 * wrong token; without problems, `template` is complete.
 */
export function readNumberTemplate(text: string): { readonly template: NumberTemplate; readonly problems: string[] } {
  const template: (string | Token)[] = []
  const problems: string[] = []
  let end = 0
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const at = match.index + 1
    problems.push(...bracesIn(text.slice(end, match.index), end))
    if (match.index > end) template.push(text.slice(end, match.index))
    const [name, ...rest] = match[1]!.split(':') as [string, ...string[]]
    const token = { name: name === indexToken ? 'seq' : name, argument: rest.length ? rest.join(':') : undefined }
    const problem = problemOf(token, match[0])
    if (problem !== undefined) problems.push(`${problem} (character ${at})`)
    template.push({ ...token, text: match[0], at })
    end = match.index + match[0].length
  }
  problems.push(...bracesIn(text.slice(end), end))
  if (end < text.length) template.push(text.slice(end))
  return { template, problems }
}

function problemOf({ name, argument }: Pick<Token, 'name' | 'argument'>, text: string): string | undefined {
  if (name === 'seq')
    return argument === undefined || /^0{1,18}$/.test(argument)
      ? undefined
      : `"${text}" must give the digits of the counter as 1 to 18 zeros, such as {seq:0000}`
  if (name === 'field')
    return argument !== undefined && /^\w+$/.test(argument)
      ? undefined
      : `"${text}" must name a field of the element, such as {field:kind}`
  if (!(name in plainTokens)) return `the token "${text}" is unknown${didYouMean(name, names)}`
  return argument === undefined ? undefined : `the token "{${name}}" takes nothing after a colon, but "${text}" does`
}

function bracesIn(text: string, from: number): string[] {
  const place = text.search(/[{}]/)
  if (place < 0) return []
  const what = text[place] === '{' ? 'a token is not closed' : 'there is a "}" without "{"'
  return [`${what} (character ${from + place + 1})`]
}

/** Returns whether a template contains the counter; without the counter, numbers could not differ. */
export const hasCounter = (template: NumberTemplate): boolean =>
  template.some((part) => typeof part !== 'string' && part.name === 'seq')
