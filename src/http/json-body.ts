import { isObject } from '../kit/json.ts'
import { brokenJson, forbiddenCharacter, forbiddenKey, tooDeep } from './errors.ts'

const maxDepth = 100
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a body (or the `query` parameter) as JSON, whatever the content type said.
 * Nothing, and white space, are undefined. Refuses what no later part wants to meet: deep nesting,
 * keys that reach prototypes, characters that PostgreSQL can't keep.
 */
export function readJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw brokenJson('the body is not valid UTF-8')
  }
  return readJsonText(text)
}

export function readJsonText(text: string): unknown {
  if (text.trim() === '') return undefined
  refuseDeep(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw brokenJson(`the input is not valid JSON: ${placeOf(error)}`)
  }
  if (suspicious.test(text)) walk(value, '')
  return value
}

/** Only such texts can hold what `walk` looks for; most bodies hold none and are not walked. */
const suspicious = /\\u|__proto__|constructor|prototype/

/** Before JSON.parse, which takes a depth of a million without complaint. */
function refuseDeep(text: string): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) throw tooDeep(`the JSON is nested more than ${maxDepth} levels deep`)
    } else if (code === 0x7d || code === 0x5d) depth--
  }
}

function walk(value: unknown, path: string): void {
  if (typeof value === 'string') checkText(value, path)
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) walk(entry, `${path}[${index}]`)
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const place = path === '' ? key : `${path}.${key}`
      checkKey(key, place)
      walk(value[key], place)
    }
  }
}

export function checkKey(key: string, place = key): void {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw forbiddenKey(`field not allowed: "${place}"`, { field: place })
  checkText(key, place)
}

/** Also for what is no JSON, such as a plain parameter. `path` is what the refusal calls it. */
export function checkText(text: string, path: string): void {
  const field = path === '' ? 'the input' : `"${path.replaceAll('\u0000', '').toWellFormed()}"`
  if (text.includes('\u0000')) throw forbiddenCharacter(`${field} holds the character U+0000, which cannot be kept`)
  if (!text.isWellFormed()) throw forbiddenCharacter(`${field} holds half of a surrogate pair, which cannot be kept`)
}

/** V8 says where it stumbled; its words around that quote the input, so only the place is taken. */
function placeOf(error: unknown): string {
  const place = /at position (\d+)/.exec(error instanceof Error ? error.message : '')
  return place ? `it breaks at character ${Number(place[1]) + 1}` : 'it ends too early or is no JSON at all'
}
