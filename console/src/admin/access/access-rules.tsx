import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { groupsQuery } from '../../api/names.ts'
import type { Operations } from '../../api/operations.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import hints from '../area/form.module.css'
import css from './access.module.css'
import { type Rule, RuleDialog } from './rule-dialog.tsx'

export type Access = Operations['getApplicationAccess']['result']

/** The access rules of an application: those of its solution (read-only), and those that administrators can change. */
export function AccessRules({ namespace, code, access }: { namespace: string; code: string; access: Access }) {
  const { t } = useI18n()
  const [isAdding, setAdding] = useState(false)
  const { definition, setting } = access
  const own = setting.elements ?? []
  const save = useAction({
    run: (elements: readonly Rule[]) =>
      call('putApplicationAccess', { params: { namespace, code }, body: { ...setting, elements } }),
    invalidates: staleAfter.accessRule(),
    done: t('admin.saved'),
    showsError: isAdding,
    onDone: () => setAdding(false),
  })
  return (
    <section>
      <h2>{t('admin.rules')}</h2>
      <h3>{t('admin.rulesOfSolution')}</h3>
      {definition?.elements ? (
        <RuleList rules={definition.elements} />
      ) : (
        <p className={hints.hint}>{t('admin.unrestricted')}</p>
      )}
      <FieldRules fields={definition?.fields ?? []} />
      <h3>{t('admin.rulesOfAdministrators')}</h3>
      <RuleList rules={own} onRemove={(rule) => save.mutate(own.filter((each) => each !== rule))} />
      <FieldRules fields={setting.fields ?? []} />
      <Button variant="default" onClick={() => setAdding(true)}>
        {t('admin.addRule')}
      </Button>
      {isAdding && (
        <RuleDialog
          error={save.error}
          isBusy={save.isPending}
          onClose={() => {
            save.reset()
            setAdding(false)
          }}
          onAdd={(rule) => save.mutate([...own, rule])}
        />
      )}
    </section>
  )
}

function RuleList({ rules, onRemove }: { rules: readonly Rule[]; onRemove?: (rule: Rule) => void }) {
  const { t } = useI18n()
  const { list } = useFormats()
  const subject = useSubjectName()
  if (rules.length === 0) return <p className={hints.hint}>{t('admin.noRules')}</p>
  return (
    <ul className={css.rules}>
      {rules.map((rule) => (
        <li key={JSON.stringify(rule)}>
          <div>
            <p>
              <b>{list(rule.to.map(subject))}</b>: {list(rule.may.map((right) => t(`admin.right_${right}`)))}
            </p>
            {rule.where && (
              <p>
                {t('admin.where')} <code>{rule.where}</code>
              </p>
            )}
          </div>
          {onRemove && (
            <Button size="compact-sm" variant="subtle" onClick={() => onRemove(rule)}>
              {t('ui.remove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function FieldRules({ fields }: { fields: NonNullable<Access['setting']['fields']> }) {
  const { t } = useI18n()
  const { list } = useFormats()
  const subject = useSubjectName()
  if (fields.length === 0) return null
  return (
    <ul className={css.rules} aria-label={t('admin.fieldRules')}>
      {fields.map((rule) => (
        <li key={JSON.stringify(rule)}>
          <div>
            <p>
              <b>{list(rule.to.map(subject))}</b>: {list(rule.may.map((right) => t(`admin.right_${right}`)))}{' '}
              <code>{rule.fields.join(', ')}</code>
            </p>
            {rule.statuses && (
              <p>
                {t('admin.inStatuses')} <code>{rule.statuses.join(', ')}</code>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Returns the name of a subject; codes, such as `legal.lawyers`, stay as they are. */
function useSubjectName(): (subject: string) => string {
  const { t } = useI18n()
  const groups = useQuery(groupsQuery).data ?? []
  return (subject) => {
    if (subject === 'everyone') return t('admin.everyone')
    if (subject === 'author') return t('admin.author')
    return groups.find(({ id }) => id === subject)?.name ?? subject
  }
}
