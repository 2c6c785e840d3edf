import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { solutionZip } from './solution-files.ts'

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
