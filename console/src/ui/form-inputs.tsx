import type { ReactNode } from 'react'
import css from './form.module.css'

/**
 * The inputs of a form that is sent as a whole. While the form is being sent, the inputs are disabled, because what is
 * typed then would not be sent. They stay in their places, and the input with the focus gets the focus back afterwards.
 */
export function FormInputs({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <fieldset className={css.inputs} disabled={isBusy}>
      {children}
    </fieldset>
  )
}
