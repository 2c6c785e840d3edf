import { type DragEvent, useId, useState } from 'react'
import { type Upload, uploadFile } from '../api/upload-file.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { announce } from '../ui/announcements.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import { describeError } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import css from './drop-zone.module.css'

interface Props {
  /** Name of the field, for assistive technology. */
  readonly label: string
  readonly isMultiple: boolean
  /** Media types that can be chosen, such as `image/*`; all by default. */
  readonly accept?: string
  readonly onUploaded: (uploads: readonly Upload[]) => void
  readonly fieldCode?: string
  readonly isDisabled?: boolean
}

/** A place where files are dropped or chosen. Each file is uploaded at once and its progress is shown. */
export function DropZone({ label, isMultiple, accept, onUploaded, fieldCode, isDisabled = false }: Props) {
  const { t } = useI18n()
  const { percent } = useFormats()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({})
  const start = async (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1)
    const uploads = await Promise.all(files.map((file) => upload(file)))
    setShares({})
    const done = uploads.filter((each) => each !== undefined)
    if (done.length === 0) return
    onUploaded(done)
    announce(t('fields.uploaded', { names: done.map(({ name }) => name).join(', ') }))
  }
  const upload = async (file: File): Promise<Upload | undefined> => {
    try {
      return await uploadFile(file, (share) => setShares((now) => ({ ...now, [file.name]: share })))
    } catch (error) {
      toast({
        text: `${t('fields.uploadFailed', { name: file.name })}: ${describeError(error).message}`,
        tone: 'danger',
      })
      return undefined
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) void start(event.dataTransfer.files)
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
          id={id}
          type="file"
          className="visually-hidden"
          aria-label={`${label}: ${t('fields.upload')}`}
          data-field={fieldCode}
          multiple={isMultiple}
          accept={accept}
          disabled={isDisabled}
          onChange={(event) => {
            void start(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </label>
      {Object.entries(shares).map(([name, share]) => (
        <div
          key={name}
          className={css.progress}
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round(share * 100)}
        >
          <span style={{ width: `${share * 100}%` }} />
          <small>{t('fields.uploading', { name, percent: percent(share) })}</small>
        </div>
      ))}
    </>
  )
}
