import { conditionProblem } from '../../../access/index.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { FindSource } from '../../../query/index.ts'
import { definitionPath } from '../../../solutions/index.ts'
import { areTargetsKnown } from '../../application-kind/plan/target-problems.ts'
import type { Application } from '../../applications/application.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import { rulesSource } from '../source/arm-source.ts'
import { findAmong } from '../source/find-source.ts'
import type { ChangingApplications } from './applications-after.ts'
import { typeDifference } from './same-type.ts'

/** A contradiction between a contract and one of its sources. */
export interface SourceProblem {
  readonly source: ContractSource
  /** The place of the problem in the file of the contract. */
  readonly path: readonly (string | number)[]
  /** The code of the application's field that the problem is about. */
  readonly field?: string
  readonly message: string
}

/** Yields the contradictions between a contract and the applications as they will be after the apply. */
export function* sourceProblems(
  contract: Contract,
  { after, unread, mayExist }: Omit<ChangingApplications, 'before'>,
): Iterable<SourceProblem> {
  const isComplete = areTargetsKnown(after.values(), { unread, mayExist })
  const find = findAmong(after)
  for (const [index, source] of contract.sources.entries()) {
    const application = after.get(definitionPath(source))
    if (application === undefined) {
      if (mayExist(definitionPath(source))) continue
      const message = missingApplication(source, [...after.keys(), ...unread])
      if (message !== undefined) yield { source, path: ['sources', index, 'application'], message }
      continue
    }
    yield* fieldProblems(contract, source, application, index)
    if (isComplete) yield* conditionProblems(contract, source, { application, index, find })
  }
}

function missingApplication(source: ContractSource, known: readonly string[]): string | undefined {
  const path = definitionPath(source)
  if (builtInApplication(source)) return `${path} is built in and cannot be a source of a contract`
  return known.includes(path) ? undefined : `there is no application "${path}"${didYouMean(path, known)}`
}

function* fieldProblems(
  contract: Contract,
  source: ContractSource,
  application: Application,
  index: number,
): Iterable<SourceProblem> {
  const path = definitionPath(source)
  for (const [code, target] of source.mapping) {
    const place = { source, path: ['sources', index, 'fields', code], field: target }
    const found = application.fields.get(target)
    if (found === undefined) {
      yield { ...place, message: `${path} has no field "${target}"${didYouMean(target, application.fields.keys())}` }
      continue
    }
    const difference = typeDifference(contract.fields.get(code)!, found)
    if (difference === undefined) continue
    const fields = `"${code}" of the contract and "${target}" of ${path}`
    yield { ...place, message: `${fields} have different types: ${difference}` }
  }
}

interface Compiled {
  readonly application: Application
  readonly index: number
  readonly find: FindSource
}

function* conditionProblems(
  contract: Contract,
  source: ContractSource,
  { application, index, find }: Compiled,
): Iterable<SourceProblem> {
  const all = find(source.namespace, source.code)!
  if (source.where !== undefined) {
    const message = conditionProblem(source.where, all, find)
    if (message !== undefined) yield { source, path: ['sources', index, 'where'], message }
  }
  for (const [place, { where }] of (contract.access?.elements ?? []).entries()) {
    if (where === undefined || [...source.mapping.values()].some((code) => !application.fields.has(code))) continue
    const message = conditionProblem(where, rulesSource(contract, source, all), find)
    if (message !== undefined) yield { source, path: ['access', 'elements', place, 'where'], message }
  }
}
