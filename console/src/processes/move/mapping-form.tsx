import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../i18n/index.tsx'
import { modelQuery, type Template } from '../queries.ts'
import css from '../split.module.css'

/** For each element that blocks a move because the new version lacks it, a choice of the element that replaces it. */
export function MappingForm(props: {
  template: Template
  version: number
  reasons: readonly { readonly code: string; readonly element?: string; readonly name?: string }[]
  mapping: Readonly<Record<string, string>>
  onChange: (mapping: Record<string, string>) => void
}) {
  const { template, version, reasons, mapping, onChange } = props
  const { t } = useI18n()
  const gone = reasons.filter(({ code, element }) => code === 'ELEMENT_GONE' && element !== undefined)
  const elements = new Set([...gone.map(({ element }) => element!), ...Object.keys(mapping)])
  const { data } = useQuery({ ...modelQuery(template.namespace, template.code, version), enabled: elements.size > 0 })
  if (elements.size === 0) return null
  return (
    <div className={css.bar}>
      {[...elements].map((element) => (
        <NativeSelect
          key={element}
          label={t('processes.replaces', { name: gone.find((each) => each.element === element)?.name ?? element })}
          value={mapping[element] ?? ''}
          onChange={(event) => {
            const { [element]: _, ...others } = mapping
            const chosen = event.currentTarget.value
            onChange(chosen ? { ...others, [element]: chosen } : others)
          }}
          data={[
            { value: '', label: t('processes.noReplacement') },
            ...(data?.model.elements ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ))}
      <span />
    </div>
  )
}
