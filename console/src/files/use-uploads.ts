import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { uploadFile } from '../api/upload-file.ts'
import { useI18n } from '../i18n/index.tsx'
import { describeError } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'

/** Names of the files that are being uploaded, with the uploaded share from 0 to 1. */
export type Uploads = ReadonlyMap<string, number>

/** Stores files in a directory. `start` uploads files; `uploads` has the progress of each. */
export function useUploads(directory: string): { uploads: Uploads; start: (files: readonly File[]) => void } {
  const { t } = useI18n()
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Uploads>(new Map())
  const send = async (file: File) => {
    const key = file.name
    try {
      const { hash, name } = await uploadFile(file, (share) => setUploads((now) => new Map(now).set(key, share)))
      await call('persistFiles', { body: { files: [{ directory, hash, name }] } })
      return true
    } catch (error) {
      toast({ text: `${t('fields.uploadFailed', { name: key })}: ${describeError(error).message}`, tone: 'danger' })
      return false
    } finally {
      setUploads((now) => new Map([...now].filter(([name]) => name !== key)))
    }
  }
  const start = async (files: readonly File[]) => {
    const stored = (await Promise.all(files.map(send))).filter(Boolean).length
    await client.invalidateQueries({ queryKey: keys.files() })
    if (stored > 0) toast({ text: t('files.stored', { count: stored }), tone: 'good' })
  }
  return { uploads, start: (files) => void start(files) }
}
