import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useUserNames } from '../api/names.ts'
import { staleAfter } from '../api/query-keys.ts'
import { uploadFile } from '../api/upload-file.ts'
import { fileGrants } from '../grants/grant-target.ts'
import { Grants } from '../grants/grants.tsx'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import { QueryView } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { ChooseFiles } from './choose-files.tsx'
import { FilePreview } from './file-preview.tsx'
import { type FileRight, rightsQuery, type StoredFile, storedFileQuery, versionsQuery } from './file-queries.ts'
import css from './files.module.css'
import { MoveFile } from './move-file.tsx'

interface Props {
  readonly id: string
  /** Version that is shown; the current one when undefined. */
  readonly version: number | undefined
  readonly onVersion: (no: number | undefined) => void
  /** Called after the file was deleted or moved to another directory. */
  readonly onGone: () => void
}

/** A file in the pane: actions, preview, versions, and its grants for users who may give rights. */
export function FileCard({ id, version, onVersion, onGone }: Props) {
  const { data: rights = [] } = useQuery(rightsQuery(id))
  return (
    <QueryView query={useQuery(storedFileQuery(id))}>
      {(file) => (
        <div className={css.card}>
          <Actions file={file} rights={rights} onVersion={onVersion} onGone={onGone} />
          <FilePreview id={id} name={file.name} version={version ?? file.version} />
          <Versions file={file} shown={version ?? file.version} onVersion={onVersion} />
          {rights.includes('access') && <Access id={id} />}
        </div>
      )}
    </QueryView>
  )
}

function Actions(props: { file: StoredFile; rights: readonly FileRight[] } & Pick<Props, 'onVersion' | 'onGone'>) {
  const { file, rights, onVersion, onGone } = props
  const { t } = useI18n()
  const [isMoving, setMoving] = useState(false)
  const id = file.__id
  const restore = useAction({
    run: () => call('deleteFiles', { body: { fileIds: [id], deleted: false } }),
    invalidates: staleAfter.file(),
  })
  const remove = useAction({
    run: () => call('deleteFiles', { body: { fileIds: [id] } }),
    invalidates: staleAfter.fileDeleted(),
    onDone: () => {
      onGone()
      const action = { label: t('ui.undo'), run: () => restore.mutate() }
      toast({ text: t('files.deleted', { name: file.name }), tone: 'good', action })
    },
  })
  const renew = useAction({
    run: async (given: File) => {
      const { hash } = await uploadFile(given, () => undefined)
      return call('addFileVersion', { params: { id }, body: { hash, expectedVersion: file.version } })
    },
    invalidates: staleAfter.file(id),
    done: ({ version }) => t('files.renewed', { version: version.no }),
    onDone: () => onVersion(undefined),
  })
  return (
    <div className={css.buttons}>
      {rights.includes('renew') && (
        <ChooseFiles
          label={t('files.newVersion')}
          icon={<UploadIcon />}
          isMultiple={false}
          isLoading={renew.isPending}
          variant="default"
          onFiles={([given]) => given && renew.mutate(given)}
        />
      )}
      {rights.includes('edit') && (
        <Button variant="default" onClick={() => setMoving(true)}>
          {t('files.move')}
        </Button>
      )}
      {rights.includes('delete') && (
        <Button data-danger variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('ui.delete')}
        </Button>
      )}
      {isMoving && (
        <MoveFile
          file={file}
          onClose={() => setMoving(false)}
          onMoved={(moved) => moved.directory !== file.directory && onGone()}
        />
      )}
    </div>
  )
}

function Versions(props: { file: StoredFile; shown: number } & Pick<Props, 'onVersion'>) {
  const { file, shown, onVersion } = props
  const { t } = useI18n()
  const { bytes, shortDateTime } = useFormats()
  const { data = [] } = useQuery(versionsQuery(file.__id))
  const names = useUserNames(data.map(({ createdBy }) => createdBy))
  return (
    <section>
      <h3>{t('files.versions')}</h3>
      <ul className={css.versions}>
        {data.map(({ no, size, createdAt, createdBy }) => (
          <li key={no}>
            <button
              type="button"
              aria-pressed={no === shown}
              onClick={() => onVersion(no === file.version ? undefined : no)}
            >
              <b>{t('files.versionNo', { no })}</b>
              <span>{names.get(createdBy) ?? '…'}</span>
              <small>
                {bytes(size)}, {shortDateTime(createdAt)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The grants of the file. */
function Access({ id }: { id: string }) {
  const { t } = useI18n()
  return (
    <section>
      <h3>{t('grants.title')}</h3>
      <p>{t('grants.fileText')}</p>
      <Grants target={fileGrants(id, false)} />
    </section>
  )
}
