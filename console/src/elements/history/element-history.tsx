import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUserNames } from '../../api/names.ts'
import { keys } from '../../api/query-keys.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { useFormats } from '../../i18n/format.ts'
import { type TextKey, useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import type { Application } from '../application.ts'
import { titleOf } from '../field-title.ts'
import css from './element-history.module.css'

const actions: Readonly<Record<string, TextKey>> = {
  create: 'elements.actionCreate',
  update: 'elements.actionUpdate',
  'set-status': 'elements.actionStatus',
  set_status: 'elements.actionStatus',
  setStatus: 'elements.actionStatus',
  delete: 'elements.actionDelete',
  restore: 'elements.actionRestore',
}

/** The history of an element, the latest change first; with `field`, only the changes of this field. */
export function ElementHistory(props: { schema: Application; id: string; field?: string | undefined }) {
  const { schema, id, field } = props
  const { namespace, code } = schema
  const query = useQuery({
    queryKey: keys.elements(schema, 'history', id),
    queryFn: async ({ signal }) =>
      (await call('getElementHistory', { params: { namespace, code, id }, signal })).result,
  })
  return (
    <QueryView query={query}>
      {({ result }) => <Revisions schema={schema} revisions={narrowed(result, field)} />}
    </QueryView>
  )
}

interface Revision {
  readonly rev: number
  readonly at: string
  readonly by: string
  readonly action: string
  readonly changes: Readonly<Record<string, readonly unknown[]>>
}

/** Returns the revisions that changed a field, reduced to the changes of this field. */
function narrowed(revisions: readonly Revision[], field: string | undefined): readonly Revision[] {
  if (field === undefined) return revisions
  return revisions
    .filter(({ changes }) => field in changes)
    .map((revision) => ({ ...revision, changes: { [field]: revision.changes[field]! } }))
}

function Revisions({ schema, revisions }: { schema: Application; revisions: readonly Revision[] }) {
  const { t } = useI18n()
  const { shortDateTime, dateTime } = useFormats()
  const names = useUserNames(revisions.map(({ by }) => by))
  return (
    <ol className={css.history}>
      {revisions
        .toSorted((one, other) => other.rev - one.rev)
        .map(({ rev, at, by, action, changes }) => (
          <li key={rev}>
            <div className={css.head}>
              <b>{actions[action] ? t(actions[action]) : action}</b>
              <time dateTime={at} title={dateTime(at)}>
                {shortDateTime(at)}
              </time>
            </div>
            <div className={css.by}>{names.get(by) ?? '…'}</div>
            {action !== 'create' && <Changes schema={schema} changes={changes} />}
          </li>
        ))}
    </ol>
  )
}

function Changes({ schema, changes }: { schema: Application; changes: Revision['changes'] }) {
  const { t } = useI18n()
  return (
    <dl className={css.changes}>
      {Object.entries(changes).flatMap(([code, [before, after]]) => {
        const field = schema.fields.find((each) => each.code === code)
        if (!field) return []
        return (
          <div key={code}>
            <dt>{titleOf(field, t)}</dt>
            <dd>
              <del>
                <FieldValue field={field} value={before} isInList />
              </del>{' '}
              → <FieldValue field={field} value={after} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
