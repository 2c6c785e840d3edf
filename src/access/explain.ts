import { truthsOf } from '../data/access/rights-on.store.ts'
import { applicationPath } from '../data/applications/application.ts'
import type { Reader } from '../foundation/db/database.ts'
import type { Sql } from '../foundation/db/sql.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { type Caller, grantsOf, membershipPathsOf, type Person } from '../people/index.ts'
import { predicate } from '../query/index.ts'
import type { ElementRule } from './access.ts'
import { type Asked, isLetIn, whenByRule } from './authorize.ts'
import type { When } from './person-condition.ts'
import { gives, type Right } from './rights.ts'
import type { RowRule } from './row-rule.ts'
import { ruleSql } from './rule-sql.ts'
import type { ElementRuleEntry } from './schemas.ts'
import { isAlways, type Subject } from './subject.ts'

/** The answer to the question why a user has or lacks a right. */
export interface Explanation {
  /** Whether the user has the right: for the element in question, or without an element for any element. */
  readonly allowed: boolean
  /** The elements for which the user has the right, whatever element was asked about. */
  readonly scope: 'all' | 'some' | 'none'
  /** The reasons that give the right. */
  readonly because: readonly Reason[]
  /** The rules that give the right to other users or for other elements. */
  readonly but: readonly Reason[]
}

export interface Reason {
  readonly by: 'administrator' | 'unrestricted' | 'rule' | 'grant' | 'hidden'
  /** The place of the reason: the definition, the administrators' setting, the grants of the element, or the user. */
  readonly from: 'definition' | 'setting' | 'element' | 'user'
  readonly sentence: string
  /** The id of the principal; set when the user has the right as a substitute. */
  readonly inPlaceOf?: string
}

export interface AskedRight {
  readonly right: Right
  /** The rule that was compiled for the right. */
  readonly rule: RowRule
  readonly elementId?: string | undefined
  /** Returns a rule without the parts that the asking user may not read. */
  readonly told: (entry: ElementRuleEntry) => ElementRuleEntry
}

/** Explains a right. `elementId` must be an element that the source of `asked` shows. */
export async function explain(
  reader: Reader,
  caller: Caller,
  asked: Asked,
  question: AskedRight,
): Promise<Explanation> {
  const { right, rule, elementId } = question
  const name = applicationPath(asked.application)
  if (caller.administrator) {
    const reason: Reason = { by: 'administrator', from: 'user', sentence: 'administrators may do everything' }
    return { allowed: true, scope: 'all', because: [reason], but: [] }
  }
  const because: Reason[] = []
  const but: Reason[] = []
  for (const person of caller.persons.filter(({ applications }) => applications?.has(asked.application.id) ?? true)) {
    const found = await reasonsFor(reader, asked, person, question)
    const inPlace = person.userId === caller.userId ? {} : { inPlaceOf: person.userId }
    because.push(...found.because.map((reason) => ({ ...reason, ...inPlace })))
    but.push(...found.but.map((reason) => ({ ...reason, ...inPlace })))
  }
  const scope = rule === true ? 'all' : rule === false ? 'none' : 'some'
  if (elementId === undefined) return { allowed: rule !== false, scope, because, but }
  const truths = await truthsOf(reader, asked.source, elementId, [(row) => ruleSql(rule, row)])
  const allowed = truths?.[0] === true
  if (!allowed && because.length + but.length === 0) {
    but.push({ by: 'rule', from: 'definition', sentence: `no rule of ${name} lets anybody ${right}` })
  }
  return { allowed, scope, because, but }
}

async function reasonsFor(
  reader: Reader,
  asked: Asked,
  person: Person,
  { right, elementId, told }: AskedRight,
): Promise<{ because: Reason[]; but: Reason[] }> {
  const { access, application } = asked
  const name = applicationPath(application)
  const way = await membershipPathsOf(reader, person.userId)
  const granted = await grantReasons(reader, asked, person, right, elementId, way)
  if (!isLetIn(access, person)) {
    const sentence = `${name}, or its section, is not visible to this user, so no rule counts`
    return { because: granted, but: [{ by: 'hidden', from: 'definition', sentence }] }
  }
  if (access.elements === undefined) {
    const sentence = `${name} is not restricted: everyone may do everything`
    return { because: [{ by: 'unrestricted', from: 'definition', sentence }, ...granted], but: [] }
  }
  const rules = access.elements.filter(({ may }) => gives(may, right))
  const whens = rules.map((rule) => whenByRule(rule, asked, person))
  const truths = elementId === undefined ? undefined : await holdsOf(reader, asked, person, whens, elementId)
  const reasons = rules.map((rule, place) => ({
    holds: truths?.[place] ?? whens[place] !== false,
    reason: {
      by: 'rule',
      from: rule.origin,
      sentence: sentenceOf({ ...rule, entry: told(rule.entry) }, person, way),
    } as const,
  }))
  return {
    because: [...reasons.filter(({ holds }) => holds).map(({ reason }) => reason), ...granted],
    but: reasons.filter(({ holds }) => !holds).map(({ reason }) => reason),
  }
}

function holdsOf(
  reader: Reader,
  { source, setting }: Asked,
  person: Person,
  whens: readonly When[],
  elementId: string,
): Promise<boolean[] | undefined> {
  const asSql = (when: When) => (row: Sql) =>
    typeof when === 'boolean'
      ? ruleSql(when, row)
      : predicate(when, source, row, { ...setting(), callerId: person.userId }).sql
  return truthsOf(reader, source, elementId, whens.map(asSql))
}

type Way = (subject: string) => string[] | undefined

async function grantReasons(
  reader: Reader,
  { application }: Asked,
  person: Person,
  right: Right,
  elementId: string | undefined,
  way: Way,
): Promise<Reason[]> {
  if (elementId === undefined || !isUuid(elementId)) return []
  const grants = await grantsOf(reader, application.id, elementId)
  return grants
    .filter(({ subject, rights }) => person.ids.includes(subject) && gives(rights as Right[], right))
    .map(({ subject, rights, comment }) => {
      const through = subject === person.userId ? 'this user' : (way(subject) ?? [subject]).join(' ← ')
      const sentence = `${through} was given ${rights.join(', ')}${comment === '' ? '' : `: ${comment}`}`
      return { by: 'grant', from: 'element', sentence }
    })
}

function wayOf(subject: Subject, way: Way): string[] {
  if (subject.is === 'id') return way(subject.id) ?? []
  return subject.is === 'group' ? (way(subject.path) ?? []) : []
}

function sentenceOf({ entry, to, folder }: ElementRule, person: Person, way: Way): string {
  const where = entry.where === undefined ? '' : ` where ${entry.where}`
  const inFolder = folder === undefined ? '' : ` in the folder ${folder}`
  const rule = `${entry.to.join(', ')} may ${entry.may.join(', ')}${where}${inFolder}`
  const through = to.filter((subject) => isAlways(subject, person)).flatMap((subject) => wayOf(subject, way))
  return through.length === 0 ? rule : `${rule} (${through.join(' ← ')})`
}
