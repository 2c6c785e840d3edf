import { isObject } from '../../kit/json.ts'
import { runAtOnce, runInTurns } from '../../kit/loop-turn.ts'
import { brokenJson, forbiddenCharacter, forbiddenKey } from '../errors.ts'
import { BrokenJson, parseInPieces } from './json-parse.ts'
import { JsonScan, jsonLimits, refuseManyNames, refuseRepeated } from './json-scan.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Number of characters to scan in one step; a step takes a few milliseconds for any content. */
const scanChars = 512 * 1024
const pieceChars = 64 * 1024

/**
 * Parses a body as JSON, whatever its content type. Lets other requests run between the pieces of a long body. Returns
 * undefined for an empty body or white space. Throws for input that no later step should handle: deep nesting, more
 * than `jsonLimits` allow, a key repeated in one object, keys that reach prototypes, characters that PostgreSQL cannot
 * store.
 */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
  const text = decode(bytes)
  return text.length <= pieceChars ? readJsonText(text) : runInTurns(readInSteps(text))
}

/** Parses the `query` parameter in the same way but without pauses, since it is short. */
export function readJsonText(text: string): unknown {
  return runAtOnce(readInSteps(text))
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw brokenJson('the body is not valid UTF-8')
  }
}

function* readInSteps(text: string): Generator<void, unknown> {
  if (text.trim() === '') return undefined
  const scan = new JsonScan(text)
  while (!scan.run(scanChars)) yield
  if (scan.keys > jsonLimits.names) {
    const names = new JsonScan(text, refuseManyNames())
    while (!names.run(pieceChars)) yield
  }
  const isSuspicious = suspicious.test(text)
  if (text.length > pieceChars) yield
  let isClean = true
  const see = (piece: unknown): number => {
    if (isSuspicious && isClean) isClean = isCleanValue(piece)
    return countKeys(piece)
  }
  const { value, keys } = yield* parse(text, see)
  if (!isClean) refuseUnclean(value, '')
  // A repeated key overwrites the earlier one, so fewer keys than were written means a repeated key.
  if (keys < scan.keys) {
    const repeated = new JsonScan(text, refuseRepeated())
    while (!repeated.run(pieceChars)) yield
  }
  if (text.length > pieceChars) yield
  return value
}

function* parse(text: string, see: (piece: unknown) => number): ReturnType<typeof parseInPieces> {
  try {
    return yield* parseInPieces(text, pieceChars, see)
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    const { place } = error
    const where =
      place === undefined ? 'it ends too early, or is not JSON at all' : `the mistake is at character ${place + 1}`
    throw brokenJson(`the input is not valid JSON: ${where}`)
  }
}

/** Matches every text that may hold a forbidden key or character. Most bodies do not match and need no closer check. */
const suspicious = /\\u|__proto__|constructor|prototype/
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

function countKeys(value: unknown): number {
  let keys = 0
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === 'object' && entry !== null) keys += countKeys(entry)
  } else if (typeof value === 'object' && value !== null) {
    const own = Object.keys(value)
    keys = own.length
    for (const key of own) {
      const entry = (value as Record<string, unknown>)[key]
      if (typeof entry === 'object' && entry !== null) keys += countKeys(entry)
    }
  }
  return keys
}

function isCleanValue(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (Array.isArray(value)) return value.every(isCleanValue)
  if (!isObject(value)) return true
  return Object.keys(value).every((key) => !forbiddenKeys.has(key) && isCleanText(key) && isCleanValue(value[key]))
}

const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Throws for the first forbidden key or text, with its path. */
function refuseUnclean(value: unknown, path: string): void {
  if (typeof value === 'string') checkText(value, path)
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) refuseUnclean(entry, `${path}[${index}]`)
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const place = path === '' ? key : `${path}.${key}`
      checkKey(key, place)
      refuseUnclean(value[key], place)
    }
  }
}

export function checkKey(key: string, place = key): void {
  if (forbiddenKeys.has(key)) throw forbiddenKey(`field not allowed: "${place}"`, { field: place })
  checkText(key, place)
}

/**
 * Throws when a text holds characters that PostgreSQL cannot store. Also used for plain parameters. `path` names the
 * text in the error.
 */
export function checkText(text: string, path: string): void {
  const field = path === '' ? 'the input' : `"${path.replaceAll('\u0000', '').toWellFormed()}"`
  if (text.includes('\u0000'))
    throw forbiddenCharacter(`${field} contains the character U+0000, which cannot be stored`)
  if (!text.isWellFormed())
    throw forbiddenCharacter(`${field} contains half of a surrogate pair, which cannot be stored`)
}
