import { useI18n } from '../../i18n/index.tsx'
import { CodeNameRows } from '../code-name-rows.tsx'
import { listed } from '../definition.ts'
import { useDesign } from '../design-context.ts'

/** The groups of statuses; an element has one status of each group. */
export function StatusGroups() {
  const { t } = useI18n()
  const { definition, deployed, change } = useDesign()
  return (
    <CodeNameRows
      label={t('designers.statusGroups')}
      addLabel={t('designers.addStatusGroup')}
      rows={definition.statusGroups ?? []}
      path="statusGroups"
      deployed={deployed?.statusGroups?.map(({ code }) => code) ?? []}
      onChange={(groups) => change({ statusGroups: listed(groups) }, 'status groups')}
    />
  )
}
