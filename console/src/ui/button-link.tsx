import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import css from './button-link.module.css'

type Props = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps> & ButtonProps

const Anchor = (props: Props) => <Button component="a" {...props} className={css.link} />

/** A link to a page of the console that looks like a button. */
export const ButtonLink = createLink(Anchor)
