import { Input } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { fileQuery } from '../../../api/names.ts'
import type { Upload } from '../../../api/upload-file.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { IconButton } from '../../../ui/buttons.tsx'
import { CloseIcon, FileIcon } from '../../../ui/icons.tsx'
import { DropZone } from '../../drop-zone.tsx'
import type { EditorProps } from '../../editor.ts'

export const FileEditor = (props: EditorProps) => <FilesEditor {...props} />
export const ImageEditor = (props: EditorProps) => <FilesEditor {...props} accept="image/*" />

/** The editor of files or images: the present files, each with a button that removes it, and a drop zone. */
function FilesEditor(props: EditorProps & { accept?: string }) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false, accept } = props
  const { t } = useI18n()
  const entries = (value ?? []) as readonly (string | Upload)[]
  const ids = entries.filter((entry) => typeof entry === 'string')
  const files = useQueries({ queries: ids.map((id) => fileQuery(id)) })
  const nameOf = (entry: string | Upload): string =>
    typeof entry === 'string' ? (files[ids.indexOf(entry)]?.data?.name ?? '…') : entry.name
  const change = (next: readonly (string | Upload)[]) => onChange(next.length > 0 ? next : null)
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      {entries.map((entry) => (
        <div
          key={typeof entry === 'string' ? entry : entry.hash}
          style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 34 }}
        >
          <FileIcon />
          <span style={{ flex: 1, overflowWrap: 'anywhere' }}>{nameOf(entry)}</span>
          <IconButton
            isPlain
            size={28}
            label={t('fields.removeValue', { name: nameOf(entry) })}
            disabled={isReadOnly}
            onClick={() => change(entries.filter((each) => each !== entry))}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      {(field.array || entries.length === 0) && (
        <DropZone
          label={label}
          isMultiple={field.array}
          accept={accept}
          isDisabled={isReadOnly}
          fieldCode={field.code}
          onUploaded={(uploads) => change(field.array ? [...entries, ...uploads] : uploads)}
        />
      )}
    </Input.Wrapper>
  )
}
