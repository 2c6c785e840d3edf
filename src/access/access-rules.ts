import type { Person } from '../people/index.ts'
import { type Condition, parseEql } from '../query/index.ts'
import type { Field } from '../values/index.ts'
import { type FieldRight, rights } from './rights.ts'
import type { FieldRuleEntry } from './schemas.ts'
import { alwaysIncludes, readSubjects, type Subject } from './subject.ts'

/** What access rules are written for: an application, or another definition whose objects have fields. */
export interface Ruled {
  /** The id; also the space of the grants for single objects. */
  readonly id: string
  /** The path, such as `law.matters`, in explanations. */
  readonly path: string
  readonly fields: ReadonlyMap<string, Field>
  readonly statuses?: readonly { readonly id: number; readonly code: string }[] | undefined
}

/** The compiled access rules of one application, from its definition and from the administrators' setting. */
export interface Access {
  /**
   * The `visibleTo` lists of the namespace and of the application. Each list must contain the person; otherwise rules
   * give the person nothing.
   */
  readonly visibleTo: readonly (readonly Subject[])[]
  /** The rules for objects; undefined means that everyone to whom the objects are visible may do everything. */
  readonly rules: readonly Rule[] | undefined
  readonly fieldRules: readonly FieldRule[]
  /** The ids of the folders in which only the rules of the folder apply, and not those of the application. */
  readonly closedFolders: readonly string[]
}

type RuleOrigin = 'definition' | 'setting'

export interface Rule {
  readonly to: readonly Subject[]
  readonly may: readonly string[]
  readonly where?: Condition | undefined
  /** The folder whose objects the rule covers; absent for all objects. */
  readonly folder?: string
  readonly entry: RuleEntry
  readonly origin: RuleOrigin
}

/** A rule for objects as definitions and settings hold it. Each resource has a schema with its own rights. */
export interface RuleEntry {
  readonly to: readonly string[]
  readonly may: readonly string[]
  readonly where?: string | undefined
}

/** Access rules as definitions and settings hold them. */
interface RuleEntries {
  readonly visibleTo?: readonly string[] | undefined
  readonly elements?: readonly RuleEntry[] | undefined
  readonly fields?: readonly FieldRuleEntry[] | undefined
  readonly folders?: readonly FolderEntry[] | undefined
}

interface FolderEntry {
  readonly folder: string
  readonly inherit?: boolean | undefined
  readonly elements?: readonly RuleEntry[] | undefined
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
  readonly definition: RuleEntries | undefined
  readonly setting: RuleEntries | undefined
}

/**
 * Compiles access rules. The parts must have been checked when they were stored. `all` are all rights of the
 * resource.
 */
export function compileAccess(
  { namespace, definition, setting }: AccessParts,
  all: readonly string[] = rights,
): Access {
  const visibleTo = setting?.visibleTo ?? definition?.visibleTo
  const folders = setting?.folders ?? []
  const isRestricted = definition?.elements !== undefined || setting?.elements !== undefined
  const general = isRestricted
    ? [...compileRules(definition?.elements, 'definition'), ...compileRules(setting?.elements, 'setting')]
    : folders.length > 0
      ? [everythingTo(all)]
      : undefined
  const inFolders = folders.flatMap(({ folder, elements }) =>
    compileRules(elements, 'setting').map((rule) => ({ ...rule, folder: folder.toLowerCase() })),
  )
  return Object.freeze({
    visibleTo: [namespace, visibleTo].flatMap((texts) => (texts === undefined ? [] : [readSubjects(texts)])),
    rules: general && [...general, ...inFolders],
    fieldRules: [...(definition?.fields ?? []), ...(setting?.fields ?? [])].map(compileFieldRule),
    closedFolders: folders.filter(({ inherit }) => inherit === false).map(({ folder }) => folder.toLowerCase()),
  })
}

/** Returns the rule of an application without general restrictions; used when only single folders are restricted. */
function everythingTo(may: readonly string[]): Rule {
  return { to: [{ is: 'everyone' }], may, entry: { to: ['everyone'], may }, origin: 'definition' }
}

function compileRules(entries: readonly RuleEntry[] = [], origin: RuleOrigin): Rule[] {
  return entries.map((entry) => ({
    to: readSubjects(entry.to),
    may: entry.may,
    where: entry.where === undefined ? undefined : parseEql(entry.where),
    entry,
    origin,
  }))
}

function compileFieldRule({ fields, to, may, statuses }: FieldRuleEntry): FieldRule {
  return { fields, to: readSubjects(to), may, statuses }
}

/** Returns whether each of the `visibleTo` lists contains the person. */
export function isVisibleTo({ visibleTo }: Pick<Access, 'visibleTo'>, person: Person): boolean {
  return visibleTo.every((subjects) => subjects.some((subject) => alwaysIncludes(subject, person)))
}
