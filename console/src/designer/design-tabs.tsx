import { useI18n } from '../i18n/index.tsx'
import { Counter } from '../ui/status-chip.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AccessTab } from './access/access-tab.tsx'
import { useDesign } from './design-context.ts'
import { FieldsTab } from './fields/fields-tab.tsx'
import { FormsTab } from './forms/forms-tab.tsx'
import { GeneralTab } from './general-tab.tsx'
import type { DesignPlace, OpenPlace, TabKey } from './problems.ts'
import { RegistrationTab } from './registration-tab.tsx'
import { StatusesTab } from './statuses/statuses-tab.tsx'
import { YamlTab } from './yaml-tab.tsx'

/** The parts of a definition, one tab each. */
export function DesignTabs(props: {
  place: OpenPlace
  onGo: (place: DesignPlace) => void
  yaml: Parameters<typeof YamlTab>[0]
}) {
  const { place, onGo, yaml } = props
  const { t } = useI18n()
  const { definition } = useDesign()
  const { tab = 'fields', open, form } = place
  const index = open === undefined ? undefined : open - 1
  const opener = (of: TabKey) => (at: number | undefined) =>
    onGo(at === undefined ? { tab: of } : { tab: of, open: at + 1 })
  const counted = (text: string, count = 0) => (
    <>
      {text} {count > 0 && <Counter isQuiet>{count}</Counter>}
    </>
  )
  return (
    <Tabs<TabKey>
      label={t('designers.parts')}
      selected={tab}
      onSelect={(key) => onGo({ tab: key })}
      tabs={[
        { key: 'general', label: t('designers.general'), content: <GeneralTab /> },
        {
          key: 'fields',
          label: counted(t('designers.fields'), definition.fields?.length),
          content: <FieldsTab open={index} onOpen={opener('fields')} />,
        },
        {
          key: 'forms',
          label: t('designers.forms'),
          content: (
            <FormsTab
              form={form}
              open={index}
              onOpen={(next, at) => onGo({ tab: 'forms', form: next, ...(at !== undefined && { open: at + 1 }) })}
            />
          ),
        },
        {
          key: 'statuses',
          label: counted(t('designers.statuses'), definition.statuses?.length),
          content: <StatusesTab open={index} onOpen={opener('statuses')} />,
        },
        { key: 'access', label: t('designers.access'), content: <AccessTab /> },
        { key: 'registration', label: t('designers.registration'), content: <RegistrationTab /> },
        { key: 'yaml', label: 'YAML', content: <YamlTab {...yaml} /> },
      ]}
    />
  )
}
