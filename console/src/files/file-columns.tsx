import { useMemo } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { FileIcon, FolderIcon } from '../ui/icons.tsx'
import type { Directory, StoredFile } from './file-queries.ts'
import css from './files.module.css'

/** A row of the list: a directory or a file. */
export type FileRow = ({ readonly kind: 'directory' } & Directory) | ({ readonly kind: 'file' } & StoredFile)

/** Columns of the files of a directory. */
export function useFileColumns(): readonly Column<FileRow>[] {
  const { t } = useI18n()
  const { bytes, shortDateTime } = useFormats()
  return useMemo(
    () => [
      {
        key: '__name',
        title: t('files.name'),
        isMain: true,
        isSortable: true,
        render: ({ kind, name }) => (
          <span className={css.name}>
            {kind === 'file' ? <FileIcon /> : <FolderIcon />} {name}
          </span>
        ),
      },
      {
        key: 'version',
        title: t('files.version'),
        align: 'end',
        render: (row) => (row.kind === 'file' && row.version > 1 ? row.version : ''),
      },
      {
        key: 'size',
        title: t('files.size'),
        align: 'end',
        isSortable: true,
        render: (row) => (row.kind === 'file' ? bytes(row.size) : ''),
      },
      {
        key: '__updatedAt',
        title: t('files.changed'),
        isSortable: true,
        render: ({ __updatedAt }) => shortDateTime(__updatedAt),
      },
    ],
    [t, bytes, shortDateTime],
  )
}
