import { Button, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonWithReason } from '../ui/button-with-reason.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { ErrorMessage } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Definition } from './definition.ts'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { problemsOf } from './problems.ts'

/** The file as text. The server checks the text before the other tabs use it. */
export function YamlTab(props: { solution: string; path: string; hash: string | null; text: string | undefined }) {
  const { solution, path, hash, text } = props
  const { t } = useI18n()
  const { replace } = useDesign()
  const [typed, setTyped] = useState<string>()
  const reasonId = useId()
  const take = useAction({
    run: async () => {
      const body = { files: [{ path, hash, text: typed ?? '' }] }
      return (await call('planSolutionFiles', { params: { code: solution }, body })).files[0]?.definition
    },
    showsError: true,
    onDone: (definition) => {
      if (definition) replace(definition as unknown as Definition)
      setTyped(undefined)
    },
  })
  const problems = problemsOf(take.error).filter(({ file }) => file === path)
  if (text === undefined && typed === undefined) return <p>{t('designers.yamlLater')}</p>
  return (
    <div className={css.yaml}>
      <Textarea
        label={path}
        description={t('designers.yamlHint')}
        rows={24}
        spellCheck={false}
        value={typed ?? text ?? ''}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {problems.length > 0 ? (
        <ul className={css.problems} role="alert">
          {problems.map(({ line, path: place, message }) => (
            <li key={`${line} ${place} ${message}`}>
              {line !== undefined && `${t('designers.line', { line: String(line) })}: `}
              {place && <code>{place}</code>} {message}
            </li>
          ))}
        </ul>
      ) : (
        take.error && <ErrorMessage error={take.error} />
      )}
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          onClick={() => saveFile(path.replace(/.*\//, ''), typed ?? text ?? '', 'application/yaml')}
        >
          {t('designers.downloadFile')}
        </Button>
        <Button
          variant="default"
          disabled={typed === undefined}
          aria-describedby={typed === undefined ? reasonId : undefined}
          onClick={() => setTyped(undefined)}
        >
          {t('ui.cancel')}
        </Button>
        <ButtonWithReason
          reason={typed === undefined ? t('ui.nothingChanged') : undefined}
          reasonId={reasonId}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('designers.takeOver')}
        </ButtonWithReason>
      </div>
    </div>
  )
}
