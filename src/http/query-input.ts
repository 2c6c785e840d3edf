import { wrongInput } from './errors.ts'
import { checkKey, checkText, readJsonText } from './json-body.ts'

/**
 * The input of a GET: the JSON of the one parameter `query`, else plain parameters of the same names,
 * where numbers, booleans and JSON are read as such.
 */
export function readQueryInput(search: string): unknown {
  const plain: Record<string, unknown> = {}
  const seen = new Set<string>()
  for (const [name, text] of new URLSearchParams(search)) {
    if (seen.has(name))
      throw wrongInput(`the parameter "${name.slice(0, 100)}" stands twice in the address`, { field: name })
    seen.add(name)
    if (name === 'query') continue
    checkKey(name)
    plain[name] = readPlain(text, name)
  }
  if (!seen.has('query')) return plain
  return readJsonText(new URLSearchParams(search).get('query')!)
}

function readPlain(text: string, name: string): unknown {
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) || /^[[{"]/.test(text) || /^(true|false|null)$/.test(text)) {
    return readJsonText(text)
  }
  checkText(text, name)
  return text
}
