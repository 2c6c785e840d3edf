import { MultiSelect, Radio } from '@mantine/core'
import { keys, staleAfter } from '../api/query-keys.ts'
import '@mantine/core/styles/Radio.layer.css'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldMessages } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { DateBox } from '../fields/date-box.tsx'
import { type Choice, SearchSelect } from '../fields/search-select.tsx'
import { searchUsers } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { ActionForm } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { overlap, periodOf } from './period.ts'
import { isReverse, substitutionsQuery } from './substitution-queries.ts'
import css from './substitutions.module.css'

/** The form of a new substitution. The principal is the signed-in user unless `isForOthers` is set. */
export function NewSubstitution({ isForOthers, onDone }: { isForOthers: boolean; onDone: () => void }) {
  const { t } = useI18n()
  const { namespaces, user } = useSuspenseQuery(workspaceQuery).data
  const [principal, setPrincipal] = useState<Choice>()
  const [substitute, setSubstitute] = useState<Choice>()
  const [days, setDays] = useState({ from: '', until: '' })
  const [kind, setKind] = useState<'instead' | 'together'>('instead')
  const [applications, setApplications] = useState<string[]>([])
  const create = useAction({
    run: (substituteId: string) => {
      const limits = applications.length > 0 && { applications }
      const absent = principal && { principal: principal.id }
      return call('createSubstitution', {
        body: { substitute: substituteId, kind, ...absent, ...periodOf(days), ...limits },
      })
    },
    invalidates: staleAfter.substitution(),
    done: t('substitutions.created'),
    showsError: true,
    onDone,
  })
  const { data: others = [] } = useQuery(substitutionsQuery)
  const absentId = isForOthers ? principal?.id : user.id
  const isMutual =
    absentId !== undefined &&
    substitute !== undefined &&
    others.some((each) => isReverse(each, absentId, substitute.id) && overlap(periodOf(days), each))
  const messages = fieldMessages(create.error)
  return (
    <ActionForm
      action={t('substitutions.create')}
      send={{ ...create, mutate: () => substitute && create.mutate(substitute.id) }}
      marked={['principal', 'substitute', 'from', 'until']}
      onClose={onDone}
    >
      {isForOthers && (
        <Person
          label={t('substitutions.absent')}
          value={principal}
          other={substitute?.id}
          error={messages.principal}
          isFirst
          onChange={setPrincipal}
        />
      )}
      <Person
        label={t('substitutions.substitute')}
        value={substitute}
        other={absentId}
        error={messages.substitute}
        isFirst={!isForOthers}
        onChange={setSubstitute}
      />
      <div className={css.days}>
        <DateBox
          label={t('substitutions.from')}
          description={t('substitutions.fromHint')}
          value={days.from}
          error={messages.from}
          onChange={(from) => setDays({ ...days, from })}
        />
        <DateBox
          label={t('substitutions.until')}
          description={t('substitutions.untilHint')}
          value={days.until}
          error={messages.until}
          onChange={(until) => setDays({ ...days, until })}
        />
      </div>
      <Radio.Group
        label={t('substitutions.tasks')}
        value={kind}
        onChange={(value) => setKind(value as 'instead' | 'together')}
      >
        <div className={css.kinds}>
          <Radio value="instead" label={t('substitutions.kind_instead')} />
          <Radio value="together" label={t('substitutions.kind_together')} />
        </div>
      </Radio.Group>
      <MultiSelect
        label={t('substitutions.applications')}
        placeholder={applications.length === 0 ? t('substitutions.all') : undefined}
        data={namespaces.map(({ code, name, applications: all }) => ({
          group: name,
          items: all.map((each) => ({ value: `${code}.${each.code}`, label: each.name })),
        }))}
        value={applications}
        onChange={setApplications}
        searchable
        clearable
      />
      <p className={css.hint}>{t('substitutions.rightsHint')}</p>
      <div role="status">
        {isMutual && <p className="warning-box">{t('substitutions.mutual', { name: substitute.name })}</p>}
      </div>
    </ActionForm>
  )
}

/** The box for the principal or the substitute. The user `other`, chosen in the other box, cannot be chosen. */
function Person(props: {
  label: string
  value: Choice | undefined
  other: string | undefined
  error: string | undefined
  /** Whether the box is the first of the form, which gets the focus. */
  isFirst: boolean
  onChange: (chosen: Choice | undefined) => void
}) {
  const { label, value, other, error, isFirst, onChange } = props
  const { t } = useI18n()
  return (
    <SearchSelect
      input={{ label, required: true, error, 'data-autofocus': isFirst || undefined }}
      queryKey={keys.choices('users', 'but', other)}
      search={async (text, signal) => (await searchUsers(text, signal)).filter(({ id }) => id !== other)}
      selected={value ? [value] : []}
      onSelect={([chosen]) => onChange(chosen)}
      isMultiple={false}
      placeholder={t('fields.searchUsers')}
    />
  )
}
