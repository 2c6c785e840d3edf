import { isDeepStrictEqual } from 'node:util'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import { definitionPath, type Step } from '../../../solutions/index.ts'
import { fieldEntry } from '../../application-kind/file/application-file.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import { typeText } from './same-type.ts'

/** Returns the steps between a deployed contract and the same contract in a file. */
export function contractSteps(before: Contract | undefined, after: Contract): Step[] {
  const path = definitionPath(after)
  const step = { what: 'contract', path } as const
  if (before === undefined) {
    const sources = after.sources.map(definitionPath).join(', ')
    return [{ ...step, kind: 'add', sentence: phrase('addsContract', path, after.name, sources) }]
  }
  const sentences = [
    ...(before.name === after.name ? [] : [phrase('titleBecomes', before.name, after.name)]),
    ...fieldSentences(before, after),
    ...sourceSentences(before, after),
    ...defaultSentences(before, after),
    ...(isDeepStrictEqual(before.access, after.access) ? [] : [phrase('changesAccessRules')]),
  ]
  return sentences.map((sentence) => ({ ...step, kind: 'change', sentence }))
}

/**
 * Returns the step that removes a contract. The step is destructive, because clients that use the contract stop
 * working.
 */
export function removal({ contract }: { readonly contract: Contract }): Step {
  const path = definitionPath(contract)
  const sentence = phrase('removesContract', path)
  return { kind: 'remove', what: 'contract', path, sentence, narrows: true }
}

function fieldSentences({ fields: before }: Contract, { fields: after }: Contract): Phrase[] {
  const removed = [...before.keys()].filter((code) => !after.has(code)).map((code) => phrase('removesField', code))
  const others = [...after].flatMap(([code, field]) => {
    const old = before.get(code)
    if (old === undefined) return [phrase('addsField', code, typeText(field))]
    if (isDeepStrictEqual(fieldEntry(old), fieldEntry(field))) return []
    const [from, to] = [typeText(old), typeText(field)]
    return [from === to ? phrase('changesField', code) : phrase('fieldBecomes', code, to, from)]
  })
  const common = [...before.keys()].filter((code) => after.has(code))
  const inOrder = [...after.keys()].filter((code) => before.has(code))
  return [...removed, ...others, ...(isDeepStrictEqual(common, inOrder) ? [] : [phrase('changesFieldOrder')])]
}

function sourceSentences({ sources: before }: Contract, { sources: after }: Contract): Phrase[] {
  const find = (sources: readonly ContractSource[], path: string) =>
    sources.find((source) => definitionPath(source) === path)
  const removed = before.map(definitionPath).filter((path) => find(after, path) === undefined)
  const others = after.flatMap((source) => {
    const path = definitionPath(source)
    const old = find(before, path)
    return old === undefined ? [phrase('addsSource', path)] : changesOfSource(path, old, source)
  })
  const common = before.map(definitionPath).filter((path) => find(after, path) !== undefined)
  const inOrder = after.map(definitionPath).filter((path) => find(before, path) !== undefined)
  return [
    ...removed.map((path) => phrase('removesSource', path)),
    ...others,
    ...(isDeepStrictEqual(common, inOrder) ? [] : [phrase('changesSourceOrder')]),
  ]
}

function changesOfSource(path: string, before: ContractSource, after: ContractSource): Phrase[] {
  const mapped = [...after.mapping].flatMap(([code, target]) => {
    const old = before.mapping.get(code)
    return old === undefined || old === target ? [] : [phrase('contractMapsField', code, path, target, old)]
  })
  if (before.where === after.where) return mapped
  const covered = after.where === undefined ? phrase('allElements') : phrase('onlyElementsWhere', after.where)
  return [...mapped, phrase('contractContains', covered, path)]
}

function defaultSentences({ defaultSource: before }: Contract, { defaultSource: after }: Contract): Phrase[] {
  const [from, to] = [before, after].map((source) => source && definitionPath(source))
  if (from === to) return []
  return [to === undefined ? phrase('noLongerCreatesElements') : phrase('createsElementsIn', to)]
}
