import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { FileChoice } from '../files/file-choice.tsx'
import { FilePreview } from '../files/file-preview.tsx'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import css from './task-card.module.css'
import { TaskCard } from './task-card.tsx'
import { filesOf } from './task-files.ts'
import { taskQuery } from './task-queries.ts'

const route = getRouteApi('/shell/tasks/$id')

/** One task: the document at the left, the decision at the right. */
export function TaskPage() {
  const { t } = useI18n()
  const { id } = route.useParams()
  const { file } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const leave = () => (history.canGoBack() ? history.back() : navigate({ to: '/tasks', search: {} }))
  const query = useQuery(taskQuery(id))
  return (
    <QueryView query={query}>
      {(task) => {
        const files = filesOf(task).map((each) => ({ ...each, name: each.name ?? t('tasks.attachedFile') }))
        const shown = files.find((each) => each.id === file) ?? files[0]
        return (
          <Page title={task.subject} above={<Link to="/tasks">{t('app.tasks')}</Link>} isBusy={query.isFetching}>
            <div className={css.columns} data-alone={shown === undefined || undefined}>
              {shown && (
                <section className={css.document} aria-label={t('tasks.document')}>
                  <FileChoice
                    label={t('tasks.files')}
                    files={files}
                    shownId={shown.id}
                    onChoose={(each) => navigate({ search: { file: each }, replace: true })}
                  />
                  <FilePreview key={shown.id} id={shown.id} name={shown.name} version={shown.version} />
                </section>
              )}
              <div className={css.decision}>
                <TaskCard id={id} onCompleted={leave} />
              </div>
            </div>
          </Page>
        )
      }}
    </QueryView>
  )
}
