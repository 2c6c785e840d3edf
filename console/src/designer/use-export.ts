import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'

/** Downloads a deployed solution as a zip. Changes of single files are no longer drift afterwards. */
export function useExport({ code, version }: { code: string; version: string }) {
  const { t } = useI18n()
  return useAction({
    run: () => call('exportSolution', { params: { code } }),
    invalidates: staleAfter.export(code),
    done: t('designers.exported'),
    onDone: (zip) => saveFile(`${code}-${version}.zip`, zip),
  })
}
