import { useQueries } from '@tanstack/react-query'
import { fileQuery } from '../../../api/names.ts'
import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { FileIcon, ImageIcon } from '../../../ui/icons.tsx'
import type { DisplayProps } from '../../field-type.ts'

/** Files or images, given as ids: their number in a list, their names and sizes in a form. */
export function FilesDisplay({ value, isInList }: DisplayProps) {
  const ids = [value].flat().filter((id): id is string => typeof id === 'string')
  return isInList ? <FileCount count={ids.length} /> : <FileNames ids={ids} />
}

function FileCount({ count }: { count: number }) {
  const { t } = useI18n()
  return t('fields.files', { count })
}

function FileNames({ ids }: { ids: readonly string[] }) {
  const { bytes } = useFormats()
  const files = useQueries({ queries: ids.map((id) => fileQuery(id)) })
  return files.map(({ data }, index) => (
    <div key={ids[index]} style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
      {/\.(png|jpe?g|gif|webp|bmp)$/i.test(data?.name ?? '') ? <ImageIcon /> : <FileIcon />}
      <span>{data?.name ?? '…'}</span>
      {data && <small style={{ color: 'var(--muted)' }}>{bytes(data.size)}</small>}
    </div>
  ))
}
