import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useId } from 'react'
import css from './form.module.css'

type Props = ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    /** Why the button cannot be used yet; undefined when it can be used. */
    readonly reason: string | undefined
    /** Id of the text of the reason, for a second button that waits for the same. */
    readonly reasonId?: string
  }

/** A button that is disabled while there is a reason, which stands beside the button. */
export function ButtonWithReason({ reason, reasonId, disabled, ...button }: Props) {
  const ownId = useId()
  const id = reasonId ?? ownId
  return (
    <>
      {reason !== undefined && (
        <span id={id} className={css.reason}>
          {reason}
        </span>
      )}
      <Button
        {...button}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
      />
    </>
  )
}
