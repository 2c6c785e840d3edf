import { isObject } from '../kit/json.ts'
import { wrongInput } from './errors.ts'
import { checkKey, checkText, readJsonText } from './json/json-body.ts'

/**
 * Returns the input of a GET: the JSON of the parameter `query`, or else plain parameters of the same names. Numbers,
 * booleans and JSON in plain parameters are parsed. Parameters named in `texts` stay text, because parsing would
 * change a number of twenty digits and refuse a number with leading zeros; such a text may be in quotes. With
 * `mergesPlain`, plain parameters also count beside `query`, and the same name in both is refused; without it they
 * are ignored beside `query`.
 */
export function readQueryInput(
  search: string,
  texts: ReadonlySet<string> = noTexts,
  { mergesPlain = false }: { readonly mergesPlain?: boolean } = {},
): unknown {
  const plain: Record<string, unknown> = {}
  const seen = new Set<string>()
  for (const [name, text] of new URLSearchParams(search)) {
    if (seen.has(name))
      throw wrongInput(`the parameter "${name.slice(0, 100)}" is given twice in the address`, { field: name })
    seen.add(name)
    if (name === 'query') continue
    checkKey(name)
    plain[name] = texts.has(name) ? readText(text, name) : readPlain(text, name)
  }
  if (!seen.has('query')) return plain
  const query = readJsonText(new URLSearchParams(search).get('query')!)
  if (!mergesPlain || !isObject(query)) return query
  for (const name of Object.keys(plain)) {
    if (Object.hasOwn(query, name))
      throw wrongInput(`"${name.slice(0, 100)}" is given twice: as a parameter and in the parameter "query"`, {
        field: name,
      })
  }
  return { ...plain, ...query }
}

const noTexts: ReadonlySet<string> = new Set()

/** Returns the names of the parameters that a schema describes as text only. */
export function textParameters(schema: object): ReadonlySet<string> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  return new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'string'))
}

/** Returns a text as it is written, without the quotes of a JSON string; null for `null`. */
function readText(text: string, name: string): unknown {
  return text === 'null' || isJsonString(text) ? readJsonText(text) : checkedText(text, name)
}

function isJsonString(text: string): boolean {
  if (!/^".*"$/s.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function readPlain(text: string, name: string): unknown {
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) || /^[[{"]/.test(text) || /^(true|false|null)$/.test(text)) {
    return readJsonText(text)
  }
  return checkedText(text, name)
}

function checkedText(text: string, name: string): string {
  checkText(text, name)
  return text
}
