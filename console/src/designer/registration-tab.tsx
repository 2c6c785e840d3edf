import { Checkbox, MultiSelect, NativeSelect, TagsInput } from '@mantine/core'
import { typeNamed } from '../fields/field-types.ts'
import { useI18n } from '../i18n/index.tsx'
import { useSubjects } from './access/use-subjects.ts'
import { changed, listed, type RegistrationSection } from './definition.ts'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { useFieldChoices } from './use-field-choices.ts'
import { useNameText } from './use-name-text.ts'

/** The settings for the registration of elements in cases. */
export function RegistrationTab() {
  const { t } = useI18n()
  const textOf = useNameText()
  const { definition, change, problemAt } = useDesign()
  const { registration, statuses = [] } = definition
  const fields = useFieldChoices()
  const files = useFieldChoices(({ type }) => typeNamed(type).holdsFiles === 'any')
  const texts = useFieldChoices(({ type }) => typeNamed(type).isPlainText === true)
  const { by = 'everyone', cases = [], required = [], identity = [], file = '', status = '' } = registration ?? {}
  const { number = '' } = registration ?? {}
  const set = (changes: Partial<RegistrationSection>) => change({ registration: changed(registration ?? {}, changes) })
  const firstOf = (list: string, entries: readonly string[]): string | undefined =>
    problemAt(`registration.${list}`) ?? entries.map((_, at) => problemAt(`registration.${list}[${at}]`)).find(Boolean)
  return (
    <div className={css.form}>
      <Checkbox
        label={t('designers.registered')}
        description={t('designers.registeredHint')}
        checked={registration !== undefined && registration.enabled !== false}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) set({ enabled: undefined })
          else if (Object.keys(registration ?? {}).length === 0) change({ registration: undefined })
          else set({ enabled: false })
        }}
      />
      {registration && (
        <>
          <Registrars by={by} errorOf={firstOf} set={set} />
          <TagsInput
            label={t('designers.cases')}
            description={t('designers.casesHint')}
            value={[...cases]}
            error={firstOf('cases', cases)}
            onChange={(next) => set({ cases: listed(next) })}
          />
          <MultiSelect
            label={t('designers.requiredFields')}
            data={fields(required)}
            value={[...required]}
            error={firstOf('required', required)}
            onChange={(next) => set({ required: listed(next) })}
          />
          <MultiSelect
            label={t('designers.identityFields')}
            description={t('designers.identityHint')}
            data={fields(identity)}
            value={[...identity]}
            error={firstOf('identity', identity)}
            onChange={(next) => set({ identity: listed(next) })}
          />
          <NativeSelect
            label={t('designers.documentFile')}
            value={file}
            data={[{ value: '', label: t('designers.noFile') }, ...files(file === '' ? [] : [file])]}
            error={problemAt('registration.file')}
            onChange={({ currentTarget }) => set({ file: currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t('designers.numberField')}
            description={t('designers.numberFieldHint')}
            value={number}
            data={[{ value: '', label: t('designers.noNumberField') }, ...texts(number === '' ? [] : [number])]}
            error={problemAt('registration.number')}
            onChange={({ currentTarget }) => set({ number: currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t('designers.registeredStatus')}
            value={status}
            data={[
              { value: '', label: t('designers.keepsStatus') },
              ...statuses
                .filter(({ code }) => code !== '')
                .map(({ code, name }) => ({ value: code, label: textOf(name) || code })),
            ]}
            error={problemAt('registration.status')}
            onChange={({ currentTarget }) => set({ status: currentTarget.value || undefined })}
          />
        </>
      )}
    </div>
  )
}

/** Who may register elements: everyone, processes only, or chosen groups. */
function Registrars(props: {
  by: NonNullable<RegistrationSection['by']>
  errorOf: (list: string, entries: readonly string[]) => string | undefined
  set: (changes: Partial<RegistrationSection>) => void
}) {
  const { by, errorOf, set } = props
  const { t } = useI18n()
  const { problemAt } = useDesign()
  const subjects = useSubjects()
  return (
    <>
      <NativeSelect
        label={t('designers.registrars')}
        value={typeof by === 'string' ? by : 'groups'}
        data={(['everyone', 'process', 'groups'] as const).map((value) => ({
          value,
          label: t(`designers.registrars_${value}`),
        }))}
        error={typeof by === 'string' ? problemAt('registration.by') : undefined}
        onChange={({ currentTarget: { value } }) =>
          set({ by: value === 'groups' ? [] : value === 'process' ? 'process' : undefined })
        }
      />
      {typeof by !== 'string' && (
        <MultiSelect
          searchable
          label={t('designers.registrarGroups')}
          data={subjects.groups(by)}
          value={[...by]}
          error={errorOf('by', by)}
          onChange={(next) => set({ by: next })}
        />
      )}
    </>
  )
}
