import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'

/** A button that undoes an import after a confirmation. Elements that were changed after the import are kept. */
export function UndoImport({ schema, id }: { schema: Application; id: string }) {
  const { t } = useI18n()
  const undo = useAction({
    run: () => call('undoImport', { params: { id } }),
    invalidates: staleAfter.importUndone(id, schema),
    done: ({ undone, kept }) => t('imports.undoneRows', { count: undone, kept: kept.length }),
  })
  const ask = async () => {
    const question = { title: t('imports.undoTitle'), text: t('imports.undoText'), action: t('ui.undo') }
    if (await confirm({ ...question, isDanger: true })) undo.mutate()
  }
  return (
    <Button data-danger variant="default" loading={undo.isPending} onClick={ask}>
      {t('imports.undo')}
    </Button>
  )
}
