import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { zipOfFiles } from './zip-of-files.ts'

/** Buttons that choose the zip or the folder of a solution. */
export function ChooseSolution({ onChosen }: { onChosen: (zip: Blob) => void }) {
  const { t } = useI18n()
  const zipInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const choose = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ''
    if (files.length > 0) onChosen(await solutionZip(files))
  }
  const hidden = { type: 'file', hidden: true } as const
  return (
    <>
      <Button variant="default" onClick={() => folderInput.current?.click()}>
        {t('admin.planFolder')}
      </Button>
      <Button leftSection={<UploadIcon />} onClick={() => zipInput.current?.click()}>
        {t('admin.planZip')}
      </Button>
      <input
        {...hidden}
        ref={zipInput}
        accept=".zip"
        aria-label={t('admin.planZip')}
        onChange={(event) => void choose(event.currentTarget)}
      />
      <input
        {...hidden}
        ref={(input) => {
          folderInput.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        aria-label={t('admin.planFolder')}
        onChange={(event) => void choose(event.currentTarget)}
      />
    </>
  )
}

/** Returns a zip for the chosen files: a chosen zip unchanged, or a new zip of a chosen folder. */
async function solutionZip(files: readonly File[]): Promise<Blob> {
  const [only] = files
  if (files.length === 1 && only && /\.zip$/i.test(only.name)) return new Blob([only], { type: 'application/zip' })
  const entries = files.filter(isDefinition).map(async (file) => ({
    path: file.webkitRelativePath || file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }))
  return zipOfFiles(await Promise.all(entries))
}

/** Returns whether a file can belong to a solution: no part of its path is hidden or is `node_modules`. */
const isDefinition = ({ webkitRelativePath }: File): boolean =>
  !webkitRelativePath.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
