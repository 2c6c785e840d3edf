import { useTopic } from '../../api/live-updates.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Page } from '../../ui/page.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Application, Element } from '../application.ts'
import { ApplicationLink } from '../application-link.tsx'
import { ElementStatus, useCapabilities } from '../status/element-status.tsx'
import css from './card.module.css'
import { CardActions } from './card-actions.tsx'
import { useCardState } from './card-state.ts'
import { cardTabs } from './card-tabs.tsx'
import { useRegistrations } from './registrations/use-registrations.ts'

/** The page of an element: name, statuses, and a tab for each part. */
export function ElementCard({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { tab, change } = useCardState()
  const { registration, rights = [] } = useCapabilities(schema, element.__id).data ?? {}
  const tabs = cardTabs({ schema, element, registration, mayGrant: rights.includes('access') }, t)
  useTopic(`application:${schema.namespace}.${schema.code}`, [keys.elements(schema)])
  useShortcuts([
    {
      keys: 's',
      label: 'elements.setStatus',
      run: () => document.querySelector<HTMLElement>('header ol button')?.focus(),
    },
  ])
  return (
    <Page
      title={String(element.__name ?? '') || t('card.unnamed')}
      above={<ApplicationLink schema={schema} />}
      beside={
        <>
          {registration && registration !== 'none' && <CardNumber schema={schema} id={element.__id} />}
          {element.__deletedAt && <StatusChip tone="danger">{t('card.deleted')}</StatusChip>}
        </>
      }
      actions={<CardActions schema={schema} element={element} />}
      printsToolbar
      toolbar={
        schema.statuses.length > 0 && (
          <div className={css.status}>
            <ElementStatus schema={schema} element={element} />
          </div>
        )
      }
    >
      <Tabs
        label={t('elements.parts')}
        selected={tabs.find(({ key }) => key === tab)?.key ?? 'fields'}
        onSelect={(key) => change({ tab: key === 'fields' ? undefined : key, file: undefined })}
        tabs={tabs}
      />
    </Page>
  )
}

/** The registration number of an element; an annulled number is struck through. */
function CardNumber({ schema, id }: { schema: Application; id: string }) {
  const { t } = useI18n()
  const { data = [] } = useRegistrations(schema, id)
  const shown = data.find(({ status }) => status === 'registered') ?? data.find(({ status }) => status === 'cancelled')
  if (!shown) return null
  if (shown.status === 'registered') return <b>{shown.number}</b>
  return (
    <>
      <del>{shown.number}</del> <StatusChip>{t('card.annulled')}</StatusChip>
    </>
  )
}
