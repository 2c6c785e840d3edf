import { type DragEvent, type ReactNode, useState } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import css from './files.module.css'
import type { Uploads } from './use-uploads.ts'

interface Props {
  readonly uploads: Uploads
  /** Called with dropped files; undefined when the user may not store files here. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined
  readonly children: ReactNode
}

/** The part of the page on which files are dropped. It shows the progress of each file. */
export function UploadArea({ uploads, onFiles, children }: Props) {
  const { t } = useI18n()
  const [isOver, setOver] = useState(false)
  const dropTarget = onFiles && {
    'aria-label': t('files.dropHere'),
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return (
    <section className={css.area} data-over={isOver || undefined} {...dropTarget}>
      {[...uploads].map(([name, share]) => (
        <UploadProgress key={name} name={name} share={share} />
      ))}
      {children}
      {isOver && (
        <div className={css.over} aria-hidden="true">
          <UploadIcon size={28} />
          {t('files.dropHere')}
        </div>
      )}
    </section>
  )
}

function UploadProgress({ name, share }: { name: string; share: number }) {
  const { t } = useI18n()
  const { percent } = useFormats()
  return (
    <div className={css.progress} role="progressbar" aria-label={name} aria-valuenow={Math.round(share * 100)}>
      <span style={{ width: `${share * 100}%` }} />
      <small>{t('fields.uploading', { name, percent: percent(share) })}</small>
    </div>
  )
}
