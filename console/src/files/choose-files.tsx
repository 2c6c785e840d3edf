import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

interface Props {
  readonly label: string
  readonly icon: ReactNode
  readonly isMultiple: boolean
  readonly isLoading?: boolean
  readonly variant?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that lets the user choose files of the computer. */
export function ChooseFiles({ label, icon, isMultiple, isLoading = false, variant = 'filled', onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} leftSection={icon} loading={isLoading} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={isMultiple}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
