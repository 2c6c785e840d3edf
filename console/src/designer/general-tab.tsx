import { NativeSelect, TextInput } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { NameInput } from './name-input.tsx'
import { UniqueKeys } from './unique-keys.tsx'
import { useNameText } from './use-name-text.ts'

const kinds = ['standard', 'document', 'event', 'dictionary'] as const

/** The names and the kind of an application, the template of the names of its elements, and its unique keys. */
export function GeneralTab() {
  const { t } = useI18n()
  const { definition, change, problemAt } = useDesign()
  const textOf = useNameText()
  const { name, elementName, kind, nameTemplate, fields = [] } = definition
  return (
    <div className={css.form}>
      <NameInput
        isRequired
        label={t('designers.applicationName')}
        description={t('designers.applicationNameHint')}
        value={name}
        path="name"
        onChange={(next = '') => change({ name: next }, 'name')}
      />
      <NameInput
        label={t('designers.elementName')}
        description={t('designers.elementNameHint')}
        value={elementName}
        placeholder={textOf(name)}
        path="elementName"
        onChange={(next) => change({ elementName: next }, 'element name')}
      />
      <NativeSelect
        label={t('designers.kind')}
        value={kind ?? 'standard'}
        data={kinds.map((word) => ({ value: word, label: t(`designers.kind_${word}`) }))}
        error={problemAt('kind')}
        onChange={({ currentTarget }) =>
          change({ kind: currentTarget.value === 'standard' ? undefined : currentTarget.value })
        }
      />
      <div className={css.pair}>
        <TextInput
          label={t('designers.nameTemplate')}
          description={t('designers.nameTemplateHint')}
          value={nameTemplate ?? ''}
          maxLength={500}
          error={problemAt('nameTemplate')}
          onChange={({ currentTarget }) => change({ nameTemplate: currentTarget.value || undefined }, 'name template')}
        />
        <NativeSelect
          label={t('designers.insertField')}
          value=""
          data={[
            { value: '', label: t('designers.chooseOne') },
            ...fields
              .filter(({ code }) => code !== '')
              .map((each) => ({ value: each.code, label: textOf(each.name) || each.code })),
          ]}
          onChange={({ currentTarget }) => {
            const code = currentTarget.value
            if (code !== '') change({ nameTemplate: `${nameTemplate ?? ''}{$${code}}` })
          }}
        />
      </div>
      <UniqueKeys />
    </div>
  )
}
