import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fileGrants } from '../grants/grant-target.ts'
import { Grants } from '../grants/grants.tsx'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { FolderIcon, UploadIcon } from '../ui/icons.tsx'
import { List } from '../ui/list-page.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Pane } from '../ui/pane.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { ChooseFiles } from './choose-files.tsx'
import { DirectoryPath } from './directory-path.tsx'
import { DirectoryTree } from './directory-tree.tsx'
import { FileCard } from './file-card.tsx'
import { useFileColumns } from './file-columns.tsx'
import { directoryQuery, insideQuery, listQuery, rightsQuery, usageQuery } from './file-queries.ts'
import css from './files.module.css'
import { NewDirectory } from './new-directory.tsx'
import { UploadArea } from './upload-area.tsx'
import { useUploads } from './use-uploads.ts'

const route = getRouteApi('/shell/files/$directoryId')

/** The directories and files in a directory. Files can be stored with a button or by dropping them on the list. */
export function FilesPage() {
  const { t } = useI18n()
  const { directoryId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { q = '', sort = '__name', order, page = 1, size = 50, file } = search
  const isAscending = (order ?? (sort === '__name' ? 'asc' : 'desc')) === 'asc'
  const [isAdding, setAdding] = useState(false)
  const directory = useQuery(directoryQuery(directoryId))
  const inside = useQuery(insideQuery(directoryId))
  const { data: rights = [] } = useQuery(rightsQuery(directoryId))
  const mayCreate = rights.includes('create')
  const place = { page, size, sort: { key: sort, isAscending } }
  const list = useQuery({ ...listQuery(directoryId, q, place), placeholderData: keepPreviousData })
  const { uploads, start } = useUploads(directoryId)
  const columns = useFileColumns()
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const open = (id: string) => navigate({ to: '/files/$directoryId', params: { directoryId: id }, search: {} })
  const error = directory.error ?? list.error
  const folders = page === 1 && q === '' ? (inside.data ?? []) : []
  const rows = list.data && [...folders.map(asDirectory), ...list.data.rows.map(asFile)]
  const title = directory.data?.system ? t('files.common') : (directory.data?.name ?? t('app.files'))
  const upload = (variant: string) => (
    <ChooseFiles label={t('files.upload')} icon={<UploadIcon />} isMultiple variant={variant} onFiles={start} />
  )
  return (
    <Page
      title={title}
      above={<DirectoryPath directory={directory.data} />}
      isFlush
      isBusy={list.isFetching || directory.isFetching}
      actions={
        directory.data && (
          <Actions
            {...{ q, mayCreate, go }}
            mayGrant={directory.data.system !== true && rights.includes('access')}
            upload={upload('filled')}
            onNew={() => setAdding(true)}
          />
        )
      }
      footer={
        <>
          <Usage />
          <Pager
            {...{ page, size }}
            total={list.data?.total ?? 0}
            onPage={(next) => go({ page: next })}
            onSize={(next) => go({ size: next, page: undefined })}
          />
        </>
      }
      pane={
        <FilesPane
          {...{ directoryId, search, title, go }}
          name={list.data?.rows.find(({ __id }) => __id === file)?.name}
        />
      }
    >
      {error && !(directory.data && list.data) ? (
        <ErrorState error={error} onRetry={() => [directory, list].map((query) => query.refetch())} />
      ) : (
        <div className={css.columns}>
          <DirectoryTree current={directory.data} />
          <UploadArea uploads={uploads} onFiles={mayCreate ? start : undefined}>
            <List
              query={list}
              label={title}
              columns={columns}
              rows={rows}
              rowKey={({ __id }) => __id}
              openKey={file}
              sort={q ? undefined : { key: sort, isAscending }}
              onSort={(next) => go(sortedBy(next))}
              onOpen={(row) =>
                row.kind === 'file' ? go({ file: row.__id, version: undefined, access: undefined }) : open(row.__id)
              }
              isFiltered={q !== ''}
              onClear={() => go({ q: undefined })}
              nothing={
                <EmptyState
                  icon={<FolderIcon size={28} />}
                  title={t('files.empty')}
                  text={mayCreate ? t('files.emptyText') : ''}
                >
                  {mayCreate && upload('default')}
                </EmptyState>
              }
            />
          </UploadArea>
        </div>
      )}
      {isAdding && <NewDirectory inside={directoryId} onClose={() => setAdding(false)} />}
    </Page>
  )
}

const sortKeys = ['__name', '__updatedAt', 'size'] as const

/** Returns the change of the address that sorts the list. */
const sortedBy = ({ key, isAscending }: { key: string; isAscending: boolean }) => ({
  sort: sortKeys.find((each) => each === key),
  order: isAscending ? ('asc' as const) : ('desc' as const),
  page: undefined,
})

const asDirectory = <Each,>(each: Each) => ({ kind: 'directory' as const, ...each })
const asFile = <Each,>(each: Each) => ({ kind: 'file' as const, ...each })

type Search = ReturnType<typeof route.useSearch>

/** The search and the acts in a directory: create a directory in it, give rights, and upload files. */
function Actions(props: {
  q: string
  mayCreate: boolean
  mayGrant: boolean
  go: (change: Partial<Search>) => void
  upload: ReactNode
  onNew: () => void
}) {
  const { q, mayCreate, mayGrant, go, upload, onNew } = props
  const { t } = useI18n()
  return (
    <>
      <SearchBox value={q} onChange={(text) => go({ q: text || undefined, page: undefined })} />
      {mayCreate && (
        <Button variant="default" onClick={onNew}>
          {t('files.newDirectory')}
        </Button>
      )}
      {mayGrant && (
        <Button variant="default" onClick={() => go({ access: true, file: undefined, version: undefined })}>
          {t('grants.title')}
        </Button>
      )}
      {mayCreate && upload}
    </>
  )
}

/** The pane with the open file, or with the rights of the directory. */
function FilesPane(props: {
  directoryId: string
  search: Search
  /** Name of the directory. */
  title: string
  /** Name of the open file, when the list shows it. */
  name: string | undefined
  go: (change: Partial<Search>) => void
}) {
  const { directoryId, search, title, name, go } = props
  const { t } = useI18n()
  const { file, version, access } = search
  const close = () => go({ file: undefined, version: undefined })
  if (file)
    return (
      <Pane title={name ?? t('files.file')} onClose={close}>
        <FileCard key={file} id={file} version={version} onVersion={(no) => go({ version: no })} onGone={close} />
      </Pane>
    )
  if (!access) return null
  return (
    <Pane title={t('grants.ofDirectory', { name: title })} onClose={() => go({ access: undefined })}>
      <p>{t('grants.directoryText')}</p>
      <Grants target={fileGrants(directoryId, true)} />
    </Pane>
  )
}

function Usage() {
  const { t } = useI18n()
  const { bytes } = useFormats()
  const { data } = useQuery(usageQuery)
  if (!data) return <span />
  const used = bytes(data.bytes)
  return (
    <span>
      {data.quota === null ? t('files.used', { used }) : t('files.usedOf', { used, quota: bytes(data.quota) })}
    </span>
  )
}
