import {
  type Authority,
  anyFilter,
  authorize,
  type Ground,
  grantsGround,
  type Holder,
  isVisibleTo,
  type ObjectSet,
  type Protected,
  type Reason,
  type Resource,
  type RightsHolder,
  type RowFilter,
  rowFilterSql,
  rowsFor,
  separateReasons,
} from '../../../access/index.ts'
import type { Apps } from '../../../data/index.ts'
import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'
import { idOfPath } from '../../../foundation/kit/ids.ts'
import { type Caller, idOfApplication, type Person } from '../../../people/index.ts'
import { type HiddenVariables, hiddenVariables } from '../visibility/index.ts'
import { processNotAllowed, processNotFound } from './errors.ts'
import type { DeployedTemplate } from './stored-templates.ts'
import type { LiveTemplate, TemplateCatalog } from './template-catalog.ts'
import { rightsOfTemplates, type TemplateAction, templateRights } from './template-settings.ts'

/** Space of the grants for single templates. */
export const templateSpace = idOfPath('processes')

/** The rights to templates, by access rules and grants. */
export interface TemplateAccess {
  /** Returns the rights of a caller to templates, as filters on rows with the id of a template in `template`. */
  authority(caller: RightsHolder, template?: (row: Sql) => Sql): Authority<TemplateAction>
  /**
   * Returns the rows whose template the caller has a right to, such as the instances of templates that the caller may
   * view. `template` is the column with the id of the template.
   */
  rows(caller: RightsHolder, right: TemplateAction, template: (row: Sql) => Sql): RowFilter
  /**
   * Returns the rows whose template leaves the right `message` to its default, because no access rule of the template
   * names this right.
   */
  withDefaultMessages(template: (row: Sql) => Sql): RowFilter
  /**
   * Returns whether the access rules alone give a caller the right to a template; always true for administrators.
   * Grants for single templates are in the database.
   */
  ruled(caller: RightsHolder, template: LiveTemplate, right: TemplateAction): boolean
  /**
   * Returns the instances or tasks of processes without access rules that run for an element that the caller may view.
   * The rows have the columns `template`, `item_app` and `item`.
   */
  throughElements(caller: Caller): (row: Sql) => Sql
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  hiddenVariables(caller: Caller): HiddenVariables | undefined
  readonly resource: Resource<TemplateAction, object>
}

interface TemplateAccessDeps {
  readonly catalog: TemplateCatalog
  readonly isInVisibleNamespace: ViewableBy
  readonly readableElements: Apps['readableElements']
}

type ViewableBy = (template: LiveTemplate, person: Person) => boolean

/** Declares templates as a resource, whose rights come from the access rules in their settings and from grants. */
export function createTemplateAccess({
  catalog,
  isInVisibleNamespace,
  readableElements,
}: TemplateAccessDeps): TemplateAccess {
  const rulesGive = (template: LiveTemplate, person: Person, right: TemplateAction): boolean =>
    isInVisibleNamespace(template, person) && givenByRules(template.file, person, right)

  /** Returns the rows whose templates match. */
  function among(id: (row: Sql) => Sql, matches: (template: LiveTemplate) => boolean): RowFilter {
    const ids = catalog.all().filter(matches)
    if (ids.length === 0) return false
    const bound = new Bound(ids.map((one) => one.id))
    return (row) => ({ sql: sql`${id(row)} = any (${bound}::uuid[])`, looksElsewhere: false })
  }

  function rules(holder: Holder, id: (row: Sql) => Sql): Ground<TemplateAction> {
    const rowsOf = (right: TemplateAction): RowFilter => {
      return among(id, (one) => holder.persons.some((person) => rulesGive(one, person, right)))
    }
    return {
      rows: rowsOf,
      explain: (context) => separateReasons(context, [{ reason: ruleReason, rows: rowsOf(context.right) }]),
    }
  }

  const objects = (id: (row: Sql) => Sql = ownId): Protected<TemplateAction> => ({
    space: templateSpace,
    rights: rightsOfTemplates,
    grounds: (holder) => [
      rules(holder, id),
      grantsGround(holder, { space: templateSpace, rights: rightsOfTemplates, id }),
    ],
    ofApplications: (applications) => among(id, (one) => applications.includes(applicationOf(one) ?? '')),
  })

  return {
    authority: (caller, template) => authorize(caller, objects(template)),
    rows: (caller, right, template) => rowsFor(caller, objects(template), right),
    withDefaultMessages: (template) =>
      among(template, ({ file }) => file.access.rules?.every(({ may }) => !may.includes('message')) ?? true),
    ruled: (caller, template, right) =>
      caller.administrator ||
      caller.persons.in(applicationOf(template)).some((person) => rulesGive(template, person, right)),
    throughElements(caller) {
      const isOpen = (one: LiveTemplate): boolean =>
        one.file.access.rules === undefined &&
        caller.persons.in(applicationOf(one)).some((person) => isInVisibleNamespace(one, person))
      const open = among((row) => sql`${row}.template`, isOpen)
      const { element } = readableElements(caller)
      return (row) =>
        sql`(${rowFilterSql(open, row)} and ${row}.item is not null and ${element(sql`${row}.item_app`, sql`${row}.item`)})`
    },
    hiddenVariables: (caller) => hiddenVariables(caller, readableElements),
    resource: {
      open(caller: Caller): ObjectSet<TemplateAction> {
        const authority = authorize(caller, objects())
        const known = anyFilter(templateRights.map((right) => authority.rows(right)))
        const visible = (row: Sql) => rowFilterSql(known, row)
        return {
          ...objects(),
          path: 'processes',
          visible: { relation, scope: (row) => sql`${live(row)} and ${visible(row)}`, id: ownId },
          all: { relation, scope: live, id: ownId },
        }
      },
      notFound: () => processNotFound('process not found'),
      notAllowed: (right) => processNotAllowed(`you lack the right "${right}" to this process`),
    },
  }
}

const relation = sql`process_template`
const ownId = (row: Sql): Sql => sql`${row}.id`
const live = (row: Sql): Sql => sql`${row}.retired_at is null`

const ruleReason: Reason = {
  by: 'rule',
  from: 'definition',
  sentence: 'the access rules of the process give the right, or the process has no access rules',
}

/** Returns the id of the application that a template belongs to; null for the template of a namespace. */
export function applicationOf({ namespace }: Pick<LiveTemplate, 'namespace'>): string | null {
  return namespace.includes('.') ? idOfApplication(namespace) : null
}

/**
 * Returns whether the access rules of a template give a user the right. Without access rules, every user may start the
 * process and view its template, but not see all its instances. The default of the right `message` depends on the
 * instance, so no rule gives it.
 */
export function givenByRules(
  { access }: Pick<DeployedTemplate, 'access'>,
  person: Person,
  right: TemplateAction,
): boolean {
  if (access.rules === undefined) return right === 'start' || right === 'view'
  if (!isVisibleTo(access, person)) return false
  const including = [right, ...(rightsOfTemplates.includedIn[right] ?? [])]
  return access.rules.some(
    ({ to, may }) =>
      may.some((one) => including.includes(one as TemplateAction)) && isVisibleTo({ visibleTo: [to] }, person),
  )
}
