import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import css from './form.module.css'

/** A button that cannot be used yet, with the reason beside it. */
export function DisabledButton(props: { reason: string; icon?: ReactNode; children: ReactNode }) {
  const { reason, icon, children } = props
  const reasonId = useId()
  return (
    <>
      <span id={reasonId} className={css.reason}>
        {reason}
      </span>
      <Button variant="default" disabled leftSection={icon} aria-describedby={reasonId}>
        {children}
      </Button>
    </>
  )
}
