import type { AccessSection } from '../../../access/index.ts'
import { calendarKind } from '../../../calendars/index.ts'
import { applicationKind, isBuiltIn } from '../../../data/index.ts'
import { decisionKind } from '../../../decisions/index.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { moduleKind } from '../../../modules/index.ts'
import { builtInGroupPaths, groupKind } from '../../../people/index.ts'
import {
  type DefinitionKind,
  type Definitions,
  type Deployed,
  type Draft,
  definitionPath,
  type PlanContext,
  type Solution,
} from '../../../solutions/index.ts'
import { storedTemplates } from './stored-templates.ts'
import type { TemplateUse } from './template-uses.ts'

/** The definitions that a process can refer to: those that are deployed, and those of the solution that is planned. */
export interface KnownDefinitions {
  /** Returns whether a definition exists or may exist; the case of a known path does not matter. */
  has(kind: TemplateUse['to'], path: string): boolean
  /** Returns whether a definition that is not known may exist. */
  readonly mayExist: PlanContext['mayExist']
  /** The paths of the activities that modules bring, such as `checks.counterparty`. */
  readonly moduleActivities: readonly string[]
  /** Returns the codes of the fields and statuses of an application; undefined when there is no such application. */
  application(path: string): KnownApplication | undefined
}

export interface KnownApplication {
  readonly fields: readonly string[]
  readonly statuses: readonly string[]
  /** Codes of the fields with access rules of their own. */
  readonly ruledFields: readonly string[]
}

/**
 * Returns the definitions that exist. The definitions of `solution`, which is being planned, replace those that the
 * solution has deployed. `templates` are the paths of the processes that are being published. `mayExist` returns
 * whether a definition that is not known may exist.
 */
export function knownDefinitions(
  definitions: Pick<Definitions, 'of'>,
  templates: Iterable<string>,
  solution?: Solution,
  mayExist: PlanContext['mayExist'] = () => false,
): KnownDefinitions {
  const deployed = <E extends Deployed & { readonly deleted?: boolean }>(entries: readonly E[]): readonly E[] =>
    entries.filter((one) => one.deleted !== true && (solution === undefined || one.solution !== solution.code))
  const pathsOf = <D extends Draft, E extends Deployed>(kind: DefinitionKind<D, E>): string[] => [
    ...deployed(definitions.of(kind)).map(definitionPath),
    ...(solution === undefined ? [] : [...solution.of(kind).map(definitionPath), ...solution.unread(kind.word)]),
  ]
  const processes = deployed(definitions.of(storedTemplates)).flatMap((file) =>
    file.templates.map(({ code }) => definitionPath({ namespace: file.namespace, code })),
  )
  const paths: Readonly<Record<TemplateUse['to'], ReadonlySet<string>>> = {
    application: folded(pathsOf(applicationKind)),
    calendar: folded(pathsOf(calendarKind)),
    decision: folded(pathsOf(decisionKind)),
    module: folded(pathsOf(moduleKind)),
    group: folded([...pathsOf(groupKind), ...builtInGroupPaths]),
    process: folded([...processes, ...templates]),
  }
  const modules = [...deployed(definitions.of(moduleKind)), ...(solution?.of(moduleKind) ?? [])]
  return {
    moduleActivities: modules.flatMap(({ code, definition }) =>
      definition.activities.map((activity) => `${code}.${activity.code}`),
    ),
    mayExist,
    has: (kind, path) =>
      paths[kind].has(path.toLowerCase()) || (kind === 'application' && isBuiltInPath(path)) || mayExist(path),
    application(path) {
      const draft = solution?.of(applicationKind).find((one) => definitionPath(one) === path)
      const entry =
        draft ?? deployed(definitions.of(applicationKind)).find((one) => definitionPath(one) === path)?.definition
      if (entry === undefined) return undefined
      return knownApplication(entry)
    },
  }
}

interface FieldsOfApplication {
  readonly fields: readonly { readonly code?: unknown }[]
  readonly statuses: readonly { readonly code?: unknown }[]
  readonly access?: AccessSection | undefined
}

/**
 * Returns the codes of the fields and statuses of an application, and of the fields that its access rules name,
 * including the rules that administrators added.
 */
export function knownApplication(
  { fields, statuses, access }: FieldsOfApplication,
  setting?: AccessSection,
): KnownApplication {
  const ruledFields = [...(access?.fields ?? []), ...(setting?.fields ?? [])].flatMap((rule) => rule.fields)
  return { fields: fields.map(codeOf), statuses: statuses.map(codeOf), ruledFields: [...new Set(ruledFields)] }
}

const folded = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map((path) => path.toLowerCase()))
const codeOf = (one: { readonly code?: unknown }): string => String(one.code)

/** Returns whether a path, such as `_system_catalogs._users`, belongs to an application that every installation has. */
export function isBuiltInPath(path: string): boolean {
  return isBuiltIn(splitPath(path))
}
