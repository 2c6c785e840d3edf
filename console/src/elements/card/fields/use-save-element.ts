import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { staleAfter } from '../../../api/query-keys.ts'
import { changedValues } from '../../../fields/form-values.ts'
import { mergeChanges } from '../../../fields/merge.ts'
import type { FormField } from '../../../fields/use-form.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Application } from '../../application.ts'
import { type Editable, readEditable } from './editable.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A conflict: the values that another user saved meanwhile, the fields that both users changed, and the user's other
 * changes.
 */
interface Conflict {
  readonly theirs: Editable
  readonly codes: readonly string[]
  readonly safe: Values
}

interface Options {
  readonly schema: Application
  /** The element as it was when the form was opened. */
  readonly base: Editable
  readonly fields: readonly FormField[]
  readonly onSaved: () => void
}

/**
 * Returns the functions that save the changed fields of an element. If another user has changed the element, changes of
 * different fields are merged. Fields that both changed to different values become the `conflict`; `saveChosen` saves
 * the values that the user chose for them.
 */
export function useSaveElement({ schema, base, fields, onSaved }: Options) {
  const { t } = useI18n()
  const [conflict, setConflict] = useState<Conflict>()
  const { namespace, code } = schema
  const { __id: id } = base.element

  /** Returns whether everything is saved. */
  const send = async (changes: Values, revision: string, mine: Values): Promise<boolean> => {
    try {
      if (Object.keys(changes).length > 0)
        await call('updateElement', { params: { namespace, code, id }, body: { context: changes }, ifMatch: revision })
      return true
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
    }
    const theirs = await readEditable(schema, id)
    const { safe, conflicts } = mergeChanges(fields, base.element, mine, theirs.element)
    if (conflicts.length === 0) return send(safe, theirs.revision, mine)
    setConflict({ theirs, codes: conflicts, safe })
    return false
  }
  const action = useAction({
    run: ({ changes, revision, mine }: { changes: Values; revision: string; mine: Values }) =>
      send(changes, revision, mine),
    invalidates: staleAfter.element(schema),
    showsError: true,
    onDone: (isSaved) => {
      if (!isSaved) return
      toast({ text: t('card.saved'), tone: 'good' })
      onSaved()
    },
  })
  return {
    conflict,
    isBusy: action.isPending,
    error: action.error,
    save: (mine: Values, { onError }: { onError: (error: unknown) => void }) =>
      action.mutate({ changes: changedValues(fields, base.element, mine), revision: base.revision, mine }, { onError }),
    /** Returns to the form; the next save compares again. */
    leaveConflict: () => setConflict(undefined),
    saveChosen: (chosen: Values) => {
      if (!conflict) return
      const { theirs, safe } = conflict
      const changes = { ...safe, ...changedValues(fields, theirs.element, { ...theirs.element, ...chosen }) }
      action.mutate({ changes, revision: theirs.revision, mine: { ...base.element, ...safe, ...chosen } })
    },
  }
}
