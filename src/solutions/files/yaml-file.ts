import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { JsonValue } from '../../foundation/kit/json.ts'
import type { Problem } from '../problems.ts'

/** A definition file as plain JSON, with the lines of its values. */
export interface YamlFile {
  readonly value: JsonValue
  readonly problems: readonly Problem[]
  /** Returns the line of a path, or of the deepest part of the path that exists. */
  lineOf(path: readonly (string | number)[]): number
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
/**
 * The maximum nesting depth in YAML nodes. A map inside a list adds several nodes, and no definition nests ten levels
 * deep.
 */
const maxNesting = 60

/**
 * Reads YAML 1.2 as JSON: one document with text keys. Anchors, aliases, tags and repeated keys are problems, so that a
 * file means what it shows and cannot expand while it is read. Never throws.
 */
export function readYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter()
  // `checkKeys` finds repeated keys, because the parser would compare every pair of keys.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    stringKeys: true,
    uniqueKeys: false,
    version: '1.2',
  })
  const problems: Problem[] = []
  const refuse = (offset: number, message: string): void => {
    if (problems.length < 100) problems.push({ file, line: lines.linePos(offset).line, path: '', message })
  }
  for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
    if (code === 'RESOURCE_EXHAUSTION') {
      return { value: null, problems: [{ file, path: '', message: 'nested too deeply' }], lineOf: () => 1 }
    }
    refuse(pos[0], message)
  }
  if (problems.length === 0) checkNodes(document, refuse)
  return {
    value: problems.length === 0 ? (document.toJS({ maxAliasCount: 0 }) as JsonValue) : null,
    problems,
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = document.getIn(path.slice(0, length), true)
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
      }
      return 1
    },
  }
}

function checkNodes(document: Document, refuse: (offset: number, message: string) => void): void {
  visit(document, {
    Node(_, node, ancestors) {
      const offset = node.range?.[0] ?? 0
      if (ancestors.length > maxNesting) refuse(offset, 'nested too deeply')
      if ('anchor' in node && node.anchor !== undefined) refuse(offset, 'anchors (&) are not allowed in definitions')
      if (node.tag !== undefined) refuse(offset, 'tags (!) are not allowed in definitions')
      if (isMap(node)) checkKeys(node.items, refuse)
      if (isScalar(node)) checkScalar(node.value, offset, refuse)
      return ancestors.length > maxNesting ? visit.BREAK : undefined
    },
    Alias(_, node) {
      refuse(node.range?.[0] ?? 0, 'aliases (*) are not allowed in definitions')
    },
  })
}

function checkKeys(pairs: readonly { key: unknown }[], refuse: (offset: number, message: string) => void): void {
  const seen = new Set<string>()
  for (const { key } of pairs) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const offset = key.range?.[0] ?? 0
    if (seen.has(name)) refuse(offset, `the key "${name}" occurs twice`)
    if (forbiddenKeys.has(name)) refuse(offset, `the key "${name}" is not allowed`)
    seen.add(name)
  }
}

/** Reports values that jsonb cannot store, which would otherwise fail much later, in the database. */
function checkScalar(value: unknown, offset: number, refuse: (offset: number, message: string) => void): void {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(offset, 'a number must be finite')
  if (typeof value !== 'string') return
  if (value.includes('\0') || !value.isWellFormed())
    refuse(offset, 'the text contains a character that cannot be stored')
}
