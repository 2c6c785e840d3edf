import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { DropZone } from '../../fields/drop-zone.tsx'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Application } from '../application.ts'
import css from './import.module.css'
import { ImportStateChip } from './import-state.tsx'
import type { ChosenFile } from './map-columns.tsx'

interface Props {
  readonly schema: Application
  readonly onUploaded: (file: ChosenFile) => void
  readonly onShow: (importId: string) => void
}

/** The first step of an import: the choice of a file, and the latest imports into the application. */
export function ImportFile({ schema, onUploaded, onShow }: Props) {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const application = `${schema.namespace}.${schema.code}`
  const { data: imports = [] } = useQuery({
    queryKey: keys.imports(application),
    queryFn: async ({ signal }) => (await call('listImports', { query: { application, size: 10 }, signal })).imports,
  })
  return (
    <div className={css.step}>
      <p>{t('imports.fileText')}</p>
      <DropZone
        label={t('imports.file')}
        isMultiple={false}
        accept=".csv,.xlsx,.jsonl"
        onUploaded={([upload]) => upload && onUploaded(upload)}
      />
      {imports.length > 0 && (
        <section>
          <h2>{t('imports.earlier')}</h2>
          <ul className={css.earlier}>
            {imports.map((each) => (
              <li key={each.importId}>
                <button type="button" onClick={() => each.importId && onShow(each.importId)}>
                  {each.file ?? t('imports.file')}
                </button>
                <span className={css.muted}>{each.startedAt && shortDateTime(each.startedAt)}</span>
                <ImportStateChip status={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
