import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'
import { CommentForm } from './comment-form.tsx'

/** The comments on an element, the latest first, below the box for a new one. */
export function ElementComments({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { dateTime, relative, list } = useFormats()
  const params = { namespace: schema.namespace, code: schema.code, id: element.__id }
  const query = useInfiniteQuery({
    queryKey: keys.elements(schema, 'comments', element.__id),
    queryFn: ({ pageParam, signal }) =>
      call('listElementComments', { params, query: pageParam === '' ? {} : { before: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return (
    <div className={css.narrow}>
      <CommentForm params={params} />
      {query.isPending && <Skeleton lines={3} />}
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.pages[0]?.total === 0 && <p className={css.muted}>{t('card.noComments')}</p>}
      <ol className={css.list}>
        {query.data?.pages
          .flatMap(({ comments }) => comments)
          .map(({ id, text, at, by, mentions }) => (
            <li key={id}>
              <div className={css.head}>
                <b>{by.name}</b>
                <time className={css.muted} dateTime={at} title={dateTime(at)}>
                  {relative(at)}
                </time>
              </div>
              <div className={css.text}>{text}</div>
              {mentions.length > 0 && (
                <div className={css.muted}>
                  {t('card.mentioned', { names: list(mentions.map(({ name }) => name)) })}
                </div>
              )}
            </li>
          ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('card.earlierComments')}
        </Button>
      )}
    </div>
  )
}
