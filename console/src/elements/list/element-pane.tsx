import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Application } from '../application.ts'
import { ElementFields } from '../element-fields.tsx'
import { ElementHistory } from '../history/element-history.tsx'
import { ElementStatus } from '../status/element-status.tsx'
import { useElement } from '../use-element.ts'
import { useListState } from './list-state.ts'

/** The open element beside the list: status, fields and history. */
export function ElementPane(props: { schema: Application; id: string; onClose: () => void }) {
  const { schema, id, onClose } = props
  const { t } = useI18n()
  const { tab, change } = useListState()
  const { namespace, code } = schema
  const path = `/apps/${namespace}/${code}/${id}`
  const query = useElement(schema, id)
  const element = query.data
  useShortcuts([
    { keys: 'e', label: 'ui.edit', run: () => document.getElementById('edit-element')?.click() },
    {
      keys: 's',
      label: 'elements.setStatus',
      run: () => document.querySelector<HTMLElement>('aside ol button')?.focus(),
    },
  ])
  return (
    <Pane
      title={element ? String(element.__name ?? '') : '…'}
      actions={
        <>
          {schema.rights.includes('edit') && (
            <Link id="edit-element" to={path as '/'} search={{ edit: true } as never}>
              {t('ui.edit')}
            </Link>
          )}
          <Link to={path as '/'}>{t('ui.openInFull')}</Link>
        </>
      }
      onClose={onClose}
    >
      <QueryView query={query}>
        {(found) => (
          <>
            {schema.statuses.length > 0 && <ElementStatus schema={schema} element={found} />}
            <Tabs
              label={t('elements.parts')}
              selected={tab === 'history' ? 'history' : 'fields'}
              onSelect={(key) => change({ tab: key === 'fields' ? undefined : key }, true)}
              tabs={[
                {
                  key: 'fields',
                  label: t('elements.fields'),
                  content: <ElementFields schema={schema} element={found} />,
                },
                {
                  key: 'history',
                  label: t('elements.history'),
                  content: <ElementHistory schema={schema} id={id} />,
                },
              ]}
            />
          </>
        )}
      </QueryView>
      {element === null && <EmptyState title={t('ui.missing')} text={t('ui.missingText')} />}
    </Pane>
  )
}
