import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

type Props = { label: string; isPlain?: boolean; children: ReactNode } & Omit<
  ComponentPropsWithRef<'button'>,
  'color' | 'style'
> &
  Pick<ActionIconProps, 'loading' | 'size'>

/** A button that has only an icon. Its label is read out and shown on hover. */
export function IconButton({ label, isPlain = false, size = 34, children, ...rest }: Props) {
  return (
    <ActionIcon
      variant={isPlain ? 'subtle' : 'default'}
      color="gray"
      size={size}
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </ActionIcon>
  )
}
