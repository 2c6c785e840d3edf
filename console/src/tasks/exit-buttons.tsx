import { Button } from '@mantine/core'
import { hasDraft } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { draftKeyOf, useDecide } from './decisions.ts'
import { exitOrder } from './exit-order.ts'
import { needsForm } from './needs-form.ts'
import css from './task-card.module.css'
import { exitName } from './task-fields.ts'
import type { Task } from './task-queries.ts'

/**
 * A button for each exit of a task whose form is not shown. An exit that needs the form leads to the page of the
 * task, and so do all exits when the user has begun to fill in the form.
 */
export function ExitButtons({ task }: { task: Task }) {
  const { t } = useI18n()
  const decide = useDecide(task)
  const { exits, main } = exitOrder(task.exits.length > 0 ? task.exits : [undefined])
  const isBegun = hasDraft(draftKeyOf(task))
  const shown = Object.fromEntries(task.fields.map(({ name, value }) => [name, value]))
  return (
    <div className={css.exits}>
      {exits.map((exit) => {
        const key = exit?.code ?? ''
        const variant = exit === main ? 'filled' : 'default'
        const name = exit ? exitName(task, exit, t) : t('tasks.complete')
        if (isBegun || needsForm(task, exit))
          return (
            <ButtonLink key={key} to="/tasks/$id" params={{ id: task.id }} variant={variant}>
              {`${name}…`}
            </ButtonLink>
          )
        const choice = { exit: exit?.code, name, comment: '', context: {}, shown }
        return (
          <Button key={key} variant={variant} onClick={() => decide(choice)}>
            {name}
          </Button>
        )
      })}
    </div>
  )
}
