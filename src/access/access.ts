import { type Condition, parseEql } from '../query/index.ts'
import type { FieldRight, Right } from './rights.ts'
import type { AccessSetting, ElementRuleEntry, FieldRuleEntry } from './schemas.ts'
import { readSubject, type Subject } from './subject.ts'

/** The compiled access rules of one application, from its definition and from the administrators' setting. */
export interface Access {
  /**
   * The `visibleTo` lists of the namespace and of the application. Each list must contain the person; otherwise rules
   * give the person nothing.
   */
  readonly gates: readonly (readonly Subject[])[]
  /** The rules for elements; undefined means that everyone may do everything. */
  readonly elements: readonly ElementRule[] | undefined
  readonly fields: readonly FieldRule[]
  /** The folders in which only their own rules apply. */
  readonly closedFolders: readonly string[]
}

export type RuleOrigin = 'definition' | 'setting'

export interface ElementRule {
  readonly to: readonly Subject[]
  readonly may: readonly Right[]
  readonly where?: Condition | undefined
  /** The folder whose elements the rule covers; absent for all elements. */
  readonly folder?: string
  readonly entry: ElementRuleEntry
  readonly origin: RuleOrigin
}

export interface FieldRule {
  readonly fields: readonly string[]
  readonly to: readonly Subject[]
  readonly may: readonly FieldRight[]
  /** The codes of the statuses in which the rule applies; undefined means all statuses. */
  readonly statuses?: readonly string[] | undefined
}

/**
 * The sources of access rules. The rules of a setting are added to those of the definition; `visibleTo` of a setting
 * replaces that of the definition.
 */
export interface AccessParts {
  readonly namespace: readonly string[] | undefined
  readonly definition: AccessSetting | undefined
  readonly setting: AccessSetting | undefined
}

/** Compiles access rules. The parts must have been checked when they were stored. */
export function compileAccess({ namespace, definition, setting }: AccessParts): Access {
  const visibleTo = setting?.visibleTo ?? definition?.visibleTo
  const folders = setting?.folders ?? []
  const isRestricted = definition?.elements !== undefined || setting?.elements !== undefined
  const general = isRestricted
    ? [...elementRules(definition?.elements, 'definition'), ...elementRules(setting?.elements, 'setting')]
    : folders.length > 0
      ? [everything]
      : undefined
  const inFolders = folders.flatMap(({ folder, elements }) =>
    elementRules(elements, 'setting').map((rule) => ({ ...rule, folder: folder.toLowerCase() })),
  )
  return Object.freeze({
    gates: [namespace, visibleTo].flatMap((list) => (list === undefined ? [] : compileGate(list).gates)),
    elements: general && [...general, ...inFolders],
    fields: [...(definition?.fields ?? []), ...(setting?.fields ?? [])].map(fieldRule),
    closedFolders: folders.filter(({ inherit }) => inherit === false).map(({ folder }) => folder.toLowerCase()),
  })
}

const everyRight: Right[] = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access']
/** The rule of an application without general restrictions; used when only single folders are restricted. */
const everything: ElementRule = {
  to: [{ is: 'everyone' }],
  may: everyRight,
  entry: { to: ['everyone'], may: everyRight },
  origin: 'definition',
}

function elementRules(entries: readonly ElementRuleEntry[] = [], origin: RuleOrigin): ElementRule[] {
  return entries.map((entry) => ({
    to: subjects(entry.to),
    may: entry.may,
    where: entry.where === undefined ? undefined : conditionOf(entry.where),
    entry,
    origin,
  }))
}

function fieldRule({ fields, to, may, statuses }: FieldRuleEntry): FieldRule {
  return { fields, to: subjects(to), may, statuses }
}

export function compileGate(to: readonly string[]): Pick<Access, 'gates'> {
  return { gates: [subjects(to)] }
}

export function conditionOf(eql: string): Condition | undefined {
  return parseEql(eql)
}

function subjects(texts: readonly string[]): Subject[] {
  return texts.flatMap((text) => readSubject(text) ?? [])
}
