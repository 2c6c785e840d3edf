import { type DragEvent, useId, useRef, useState } from 'react'
import type { Upload } from '../api/upload-file.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import css from './drop-zone.module.css'
import { useUploads } from './use-uploads.ts'

interface Props {
  /** Name of the field, for assistive technology. */
  readonly label: string
  readonly isMultiple: boolean
  /** Media types or extensions of files that can be chosen, such as `image/*` or `.csv`; all by default. */
  readonly accept?: string
  readonly onUploaded: (uploads: readonly Upload[]) => void
  readonly fieldCode?: string
  readonly isDisabled?: boolean
}

/**
 * A place where files are dropped or chosen. Each file is uploaded at once, and its progress is shown. The form is
 * sent after the uploads have ended.
 */
export function DropZone({ label, isMultiple, accept, onUploaded, fieldCode, isDisabled = false }: Props) {
  const { t } = useI18n()
  const { percent } = useFormats()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { running, isAwaited, start } = useUploads(input, onUploaded)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1)
    if (files.length > 0) start(files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) take(event.dataTransfer.files)
  }
  return (
    <>
      <label
        htmlFor={id}
        className={css.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <UploadIcon />
        <span>{t('fields.upload')}</span>
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          aria-label={`${label}: ${t('fields.upload')}`}
          data-field={fieldCode}
          multiple={isMultiple}
          accept={accept}
          disabled={isDisabled}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </label>
      {running.map(({ id: key, name, share }) => (
        <div
          key={key}
          className={css.progress}
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round(share * 100)}
        >
          <span style={{ width: `${share * 100}%` }} />
          <small>{t('fields.uploading', { name, percent: percent(share) })}</small>
        </div>
      ))}
      <p className={css.awaited} role="status">
        {isAwaited && t('fields.sentAfterUpload', { names: running.map(({ name }) => name).join(', ') })}
      </p>
    </>
  )
}
