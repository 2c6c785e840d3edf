import { type Condition, parseEql } from '../../query/index.ts'
import type { FieldRight, Right } from './rights.ts'
import type { AccessSetting, ElementRuleEntry, FieldRuleEntry } from './schemas.ts'
import { readSubject, type Subject } from './subject.ts'

/** The rules of one application, from its definition and from administrators, ready to be asked. */
export interface Access {
  /** Each of these lists must name a person, else nothing is given by rules: of the namespace, of the application. */
  readonly gates: readonly (readonly Subject[])[]
  /** Undefined: everyone may do everything. */
  readonly elements: readonly ElementRule[] | undefined
  readonly fields: readonly FieldRule[]
  /** Folders in which only their own rules hold. */
  readonly closedFolders: readonly string[]
}

export type RuleOrigin = 'definition' | 'setting'

export interface ElementRule {
  readonly to: readonly Subject[]
  readonly may: readonly Right[]
  readonly where?: Condition | undefined
  /** Only elements in this folder. */
  readonly folder?: string
  readonly entry: ElementRuleEntry
  readonly origin: RuleOrigin
}

export interface FieldRule {
  readonly fields: readonly string[]
  readonly to: readonly Subject[]
  readonly may: readonly FieldRight[]
  /** Codes of statuses; undefined: in all. */
  readonly statuses?: readonly string[] | undefined
}

/** What each place says; a setting adds to a definition, and its `visibleTo` stands in place of the definition's. */
export interface AccessParts {
  readonly namespace: readonly string[] | undefined
  readonly definition: AccessSetting | undefined
  readonly setting: AccessSetting | undefined
}

/** From parts that were checked when they came in. */
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
/** What holds where nothing is restricted, for applications of which single folders are. */
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
