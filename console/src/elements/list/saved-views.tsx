import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { confirm } from '../../ui/confirm.ts'
import { BookmarkIcon, PeopleIcon, TrashIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }))

type View = Operations['listViews']['result']['views'][number]

/** A menu with the saved views of the application, and the dialog that saves the present one. */
export function SavedViews({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const { history } = useRouter()
  const application = `${schema.namespace}.${schema.code}`
  const queryKey = keys.views(application)
  const { data: views = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('listViews', { query: { application }, signal })).views,
  })
  const [isSaving, setSaving] = useState(false)
  const deletion = useAction({
    run: (id: string) => call('deleteView', { params: { id } }),
    invalidates: staleAfter.view(application),
  })
  const remove = async ({ id, name }: View) => {
    const title = t('elements.deleteView', { name })
    if (await confirm({ title, action: t('ui.delete'), isDanger: true })) deletion.mutate(id)
  }
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <IconButton label={t('elements.views')}>
            <BookmarkIcon />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length > 0 && <Menu.Label>{t('elements.views')}</Menu.Label>}
          {views.map((view) => (
            <div key={view.id} style={{ display: 'flex' }}>
              <Menu.Item
                rightSection={view.sharedWith.length > 0 && <PeopleIcon />}
                onClick={() => history.push(`${location.pathname}?${view.search}`)}
              >
                {view.name}
              </Menu.Item>
              {view.isOwn && (
                <Menu.Item
                  w={36}
                  aria-label={t('elements.deleteView', { name: view.name })}
                  onClick={() => void remove(view)}
                >
                  <TrashIcon size={14} />
                </Menu.Item>
              )}
            </div>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setSaving(true)}>{t('elements.saveView')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <Suspense fallback={<Loading />}>
          <SaveView application={application} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
