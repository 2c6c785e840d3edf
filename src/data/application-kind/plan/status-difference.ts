import { isDeepStrictEqual } from 'node:util'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import { applicationPath, type StatusTone } from '../../applications/application.ts'
import type { ApplicationDefinition, StatusDefinition } from '../../applications/definition.ts'
import type { ApplicationStep } from '../steps.ts'

/** Returns the steps between the statuses and status groups of two states of one application. */
export function statusSteps(
  app: string,
  before: ApplicationDefinition,
  after: ApplicationDefinition,
): ApplicationStep[] {
  const where = applicationPath(after)
  return [...groupSteps(where, before, after), ...eachStatus(app, where, before.statuses, after.statuses)]
}

function eachStatus(
  app: string,
  where: string,
  before: readonly StatusDefinition[],
  after: readonly StatusDefinition[],
): ApplicationStep[] {
  const steps: ApplicationStep[] = []
  const path = (code: string): string => `${where}.__status.${code}`
  const now = new Map(after.map((status) => [status.code, status]))
  const then = new Map(before.map((status) => [status.code, status]))
  for (const { code, id } of before) {
    if (now.has(code)) continue
    const sentence = phrase('removesStatus', code, id)
    steps.push({
      kind: 'remove',
      what: 'status',
      path: path(code),
      sentence,
      narrows: true,
      asks: { of: 'status', app, status: id },
    })
  }
  for (const status of after) {
    const old = then.get(status.code)
    const change = { what: 'status', path: path(status.code) } as const
    if (old === undefined) {
      steps.push({
        ...change,
        kind: 'add',
        sentence: phrase('addsStatus', status.code, status.id),
      })
      continue
    }
    if (old.group !== status.group) {
      const sentence = phrase('statusMovesToGroup', status.code, old.group, status.group)
      steps.push({ ...change, kind: 'change', sentence, narrows: true, asks: { of: 'status', app, status: status.id } })
    }
    for (const sentence of statusChanges(old, status)) steps.push({ ...change, kind: 'change', sentence })
  }
  const order = (list: readonly StatusDefinition[], others: ReadonlyMap<string, unknown>): string[] =>
    list.filter(({ code }) => others.has(code)).map(({ code }) => code)
  if (!isDeepStrictEqual(order(before, now), order(after, then))) {
    steps.push({
      kind: 'change',
      what: 'status',
      path: `${where}.__status`,
      sentence: phrase('changesStatusOrder'),
    })
  }
  return steps
}

const tones: Readonly<Record<StatusTone, Phrase>> = {
  neutral: phrase('toneNeutral'),
  positive: phrase('tonePositive'),
  warning: phrase('toneWarning'),
  danger: phrase('toneDanger'),
}

function statusChanges(before: StatusDefinition, after: StatusDefinition): Phrase[] {
  const sentences: Phrase[] = []
  const { code } = after
  if (before.name !== after.name) sentences.push(phrase('statusTitleBecomes', code, before.name, after.name))
  if (before.final !== after.final) {
    const now = after.final ? phrase('statusBecomesFinal', code) : phrase('statusNoLongerFinal', code)
    sentences.push(now)
  }
  if (before.hidden !== after.hidden) {
    const now = after.hidden ? phrase('statusHiddenOnBoard', code) : phrase('statusShownOnBoard', code)
    sentences.push(now)
  }
  if (before.tone !== after.tone) {
    const now =
      after.tone === undefined
        ? phrase('statusNoLongerHasTone', code)
        : phrase('statusGetsTone', code, tones[after.tone])
    sentences.push(now)
  }
  if (!isDeepStrictEqual(before.next, after.next))
    sentences.push(phrase('statusIsFollowedBy', code, after.next?.join(', ') || phrase('any')))
  if (before.by !== after.by) {
    const now = after.by === 'process' ? phrase('statusGivenByProcesses', code) : phrase('statusGivenByEditors', code)
    sentences.push(now)
  }
  return sentences
}

function groupSteps(where: string, before: ApplicationDefinition, after: ApplicationDefinition): ApplicationStep[] {
  const what = 'status group'
  const path = (code: string): string => `${where}.__status/${code}`
  const steps: ApplicationStep[] = []
  const then = new Map(before.statusGroups.map(({ code, name }) => [code, name]))
  const now = new Map(after.statusGroups.map(({ code, name }) => [code, name]))
  for (const [code, name] of now) {
    const old = then.get(code)
    if (old === undefined)
      steps.push({ kind: 'add', what, path: path(code), sentence: phrase('addsStatusGroup', code) })
    else if (old !== name) {
      const sentence = phrase('statusGroupTitleBecomes', code, old, name)
      steps.push({ kind: 'change', what, path: path(code), sentence })
    }
  }
  // The step itself is not destructive: affected elements appear in the steps of the group's statuses, which are
  // removed with the group.
  for (const code of then.keys()) {
    if (!now.has(code))
      steps.push({ kind: 'remove', what, path: path(code), sentence: phrase('removesStatusGroup', code) })
  }
  return steps
}
