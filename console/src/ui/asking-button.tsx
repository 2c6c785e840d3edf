import { Button } from '@mantine/core'
import { confirm } from './confirm.ts'

/** A button that ends, removes or blocks something after a confirmation. */
export function AskingButton(props: {
  label: string
  /**
   * For a small button in a row of a list: the name of the button for assistive technology, which also names the row.
   */
  name?: string
  question: { title: string; text?: string }
  action: { mutate: () => void; isPending: boolean }
}) {
  const { label, name, question, action } = props
  const ask = async () => {
    if (await confirm({ ...question, action: label, isDanger: true })) action.mutate()
  }
  const look =
    name === undefined ? { variant: 'default' } : { variant: 'subtle', size: 'compact-sm', 'aria-label': name }
  return (
    <Button data-danger {...look} loading={action.isPending} onClick={ask}>
      {label}
    </Button>
  )
}
