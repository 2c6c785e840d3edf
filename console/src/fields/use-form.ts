import { useEffect, useRef, useState } from 'react'
import { fieldMessages } from '../api/api-error.ts'
import { useI18n } from '../i18n/index.tsx'
import { checkValue } from './check-value.ts'
import type { Field } from './field-type.ts'
import { changedValues } from './form-values.ts'
import { inWords } from './in-words.ts'
import { isEmpty } from './is-empty.ts'

/** A field with its label in the form, and whether the form requires it or makes it read-only. */
export type FormField = Field & {
  readonly label: string
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  /** Why a read-only field cannot be changed, where that is known. */
  readonly note?: string
}

type Values = Readonly<Record<string, unknown>>

interface Options {
  readonly fields: readonly FormField[]
  /** Values when the form was opened. Later changes of this object have no effect on the form. */
  readonly initial: Values
  /** Values that the form proposes; they count as changes, like values that the user enters. */
  readonly proposed?: Values
  /** Key under which unsaved changes are stored in this browser tab; without a key, they are not stored. */
  readonly draftKey?: string
}

/**
 * Holds the values and errors of a form. Unsaved changes survive a reload of the tab. `changes()` returns the changed
 * fields in the form that the server takes. `check()` marks wrong fields and returns whether there are none; its
 * parameter says which fields need a value, when that depends on what the user does. `refuse(error)` puts the
 * messages of a refusal under their fields. An error with any other message is kept as `refusal`, which `FieldsForm`
 * shows above the buttons.
 */
export function useForm({ fields, initial, proposed, draftKey }: Options) {
  const { t } = useI18n()
  const original = useRef(initial).current
  const storageKey = draftKey === undefined ? undefined : storageKeyOf(draftKey)
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...proposed, ...readDraft(storageKey) }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<unknown>()
  const [hasDraft, setHasDraft] = useState(() => Object.keys(readDraft(storageKey)).length > 0)
  useEffect(() => {
    if (storageKey === undefined) return
    const changed = Object.entries(values).filter(([code, value]) => value !== original[code])
    if (changed.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(changed)))
    else sessionStorage.removeItem(storageKey)
  }, [values, original, storageKey])
  return {
    fields,
    values,
    errors,
    refusal,
    /** Whether changes of an earlier visit were restored. */
    hasDraft,
    set: (code: string, value: unknown) => {
      setValues((now) => ({ ...now, [code]: value }))
      setErrors(({ [code]: _, ...others }) => others)
    },
    changes: () => changedValues(fields, original, values),
    check: (isRequired: (field: FormField) => boolean = (field) => field.isRequired): boolean => {
      const found = fields
        .filter(({ isReadOnly }) => !isReadOnly)
        .map((field) => [field.code, checkValue(field, values[field.code], isRequired(field))] as const)
        .filter(([, complaint]) => complaint !== undefined)
        .map(([code, complaint]) => [code, t(complaint!.key, complaint!.values)])
      setErrors(Object.fromEntries(found))
      setRefusal(undefined)
      focusField(found[0]?.[0])
      return found.length === 0
    },
    refuse: (error: unknown): void => {
      const messages = fieldMessages(error)
      const known = Object.keys(messages).filter((code) => fields.some((field) => field.code === code))
      setErrors(
        Object.fromEntries(
          // An empty field was refused because it needs a value, which each language says in its own words.
          known.map((code) => [code, isEmpty(values[code]) ? t('fields.required') : inWords(messages[code]!, fields)]),
        ),
      )
      focusField(known[0])
      const isPlaced = known.length > 0 && known.length === Object.keys(messages).length
      setRefusal(isPlaced ? undefined : error)
    },
    /** Removes the stored changes, after a save. */
    forgetDraft: () => {
      if (storageKey !== undefined) sessionStorage.removeItem(storageKey)
      setHasDraft(false)
    },
    reset: () => {
      setValues(original)
      setErrors({})
      setRefusal(undefined)
      setHasDraft(false)
    },
  }
}

/** The state of a form that `useForm` holds. */
export type Form = ReturnType<typeof useForm>

const storageKeyOf = (draftKey: string): string => `chancery.draft.${draftKey}`

/** Returns whether a form has unsaved changes that are stored in this browser tab. */
export const hasDraft = (draftKey: string): boolean => Object.keys(readDraft(storageKeyOf(draftKey))).length > 0

/** Removes the stored changes of a form that is no longer shown. */
export const forgetDraft = (draftKey: string): void => sessionStorage.removeItem(storageKeyOf(draftKey))

function readDraft(storageKey: string | undefined): Values {
  try {
    return JSON.parse((storageKey && sessionStorage.getItem(storageKey)) || '{}')
  } catch {
    return {}
  }
}

/** Moves the focus to the input of a field after the next paint. */
function focusField(code: string | undefined): void {
  if (code === undefined) return
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(code)}"]`)?.focus())
}
