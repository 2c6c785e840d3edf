import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Upload, uploadFile } from '../api/upload-file.ts'
import { useI18n } from '../i18n/index.tsx'
import { announce } from '../ui/announcements.tsx'
import { describeError } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { registerInput } from './unready-input.ts'

/** A file that is being uploaded. */
export interface RunningUpload {
  readonly id: number
  readonly name: string
  /** The share that was sent, from 0 to 1. */
  readonly share: number
}

let lastId = 0

/**
 * Uploads files at once. `running` are the uploads that have not ended, and `isAwaited` says whether the form of the
 * input waits for them before it is sent. `onUploaded` gets the files that were chosen together, apart from failed
 * ones.
 */
export function useUploads(input: RefObject<HTMLElement | null>, onUploaded: (uploads: readonly Upload[]) => void) {
  const { t } = useI18n()
  const [running, setRunning] = useState<readonly RunningUpload[]>([])
  const [isAwaited, setAwaited] = useState(false)
  // The values of the form may change during the upload, so the function of the latest rendering is called.
  const report = useRef(onUploaded)
  report.current = onUploaded
  const isShown = useRef(true)
  const pending = useRef(new Set<Promise<boolean>>()).current

  const upload = async (file: File): Promise<Upload | undefined> => {
    const id = ++lastId
    const sent = (share: number) =>
      setRunning((now) => [...now.filter((each) => each.id !== id), { id, name: file.name, share }])
    sent(0)
    try {
      return await uploadFile(file, sent)
    } catch (error) {
      const text = `${t('fields.uploadFailed', { name: file.name })}: ${describeError(error).message}`
      toast({ text, tone: 'danger' })
      return undefined
    } finally {
      setRunning((now) => now.filter((each) => each.id !== id))
    }
  }
  /** Resolves with whether all files were uploaded, after the form has got them. */
  const uploadAll = async (files: readonly File[]): Promise<boolean> => {
    const uploads = (await Promise.all(files.map(upload))).filter((each) => each !== undefined)
    if (uploads.length > 0 && isShown.current) {
      flushSync(() => report.current(uploads))
      announce(t('fields.uploaded', { names: uploads.map(({ name }) => name).join(', ') }))
    }
    return uploads.length === files.length
  }
  const start = (files: readonly File[]): void => {
    const all = uploadAll(files).finally(() => pending.delete(all))
    pending.add(all)
  }
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(
    () =>
      registerInput({
        element: () => input.current,
        isUnready: () => pending.size > 0,
        async ready() {
          setAwaited(true)
          const answers = await Promise.all(pending)
          setAwaited(false)
          return answers.every(Boolean)
        },
        // A failed upload is reported by a toast.
        complain() {},
      }),
    [input, pending],
  )
  return { running, isAwaited, start }
}
