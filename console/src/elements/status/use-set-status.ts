import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { describeError } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Application, Element } from '../application.ts'

/** The move of one element to another status. */
export interface StatusMove {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Whether the element may get the status `from` again; undo is offered only then. */
  readonly isReversible: boolean
}

/** Returns a function that asks whether an element should get a status, and resolves with the answer. */
export function useAskStatus({ statuses }: Application) {
  const { t } = useI18n()
  return ({ __name }: Element, to: string): Promise<boolean> =>
    confirm({
      title: t('elements.statusQuestion', { status: statuses.find(({ code }) => code === to)?.name ?? to }),
      text: String(__name ?? ''),
      action: t('elements.setStatus'),
    })
}

/**
 * Returns the mutation that sets a status. The new status is shown at once. Where undo is possible, it is offered for
 * ten seconds.
 */
export function useSetStatus(schema: Application) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { namespace, code, statuses } = schema
  const key = keys.elements(schema)
  const show = ({ id, to }: Pick<StatusMove, 'id' | 'to'>) => {
    const status = statuses.find((each) => each.code === to)
    const moved = (element: Element): Element =>
      element.__id === id ? { ...element, __statusCode: to, __status: { status: status?.id } } : element
    client.setQueriesData({ queryKey: keys.elements(schema, 'page') }, (page: { result: Element[] } | undefined) =>
      page ? { ...page, result: page.result.map(moved) } : page,
    )
    client.setQueryData([...key, 'one', id], (element: Element | undefined) => (element ? moved(element) : element))
  }
  const mutation = useMutation({
    mutationFn: ({ id, to }: StatusMove) =>
      call('setElementStatus', { params: { namespace, code, id }, body: { status: { code: to } } }),
    onMutate: show,
    onError: (error, { id, from }) => {
      show({ id, to: from })
      toast({ text: describeError(error).message, tone: 'danger' })
    },
    onSuccess: (_, { id, from, to, isReversible }) => {
      const name = statuses.find((each) => each.code === to)?.name ?? to
      const undo = () => mutation.mutate({ id, from: to, to: from, isReversible: true })
      toast({
        text: t('elements.statusSet', { status: name }),
        tone: 'good',
        ...(isReversible && { action: { label: t('ui.undo'), run: undo } }),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return mutation
}
