import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { StoppedInstances } from '../processes/incidents/stopped-instances.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { DueDate } from './due-date.tsx'
import { TaskActions } from './task-actions.tsx'
import css from './task-card.module.css'
import { fileOfSheet } from './task-files.ts'
import { TaskForm } from './task-form.tsx'
import { TaskHistory } from './task-history.tsx'
import { type Task, taskQuery } from './task-queries.ts'

/** A task with its facts, form, actions and history; in the pane of the list and on the page of the task. */
export function TaskCard({ id, onCompleted }: { id: string; onCompleted: () => void }) {
  return (
    <QueryView query={useQuery(taskQuery(id))}>
      {(task) => (
        <div className={css.card}>
          <OnBehalf task={task} />
          {task.instanceId && <StoppedInstances of={{ instance: task.instanceId }} />}
          <Facts task={task} />
          <TaskForm key={`${task.id} ${task.state}`} task={task} onCompleted={onCompleted} />
          <TaskActions task={task} />
          <TaskHistory task={task} />
        </div>
      )}
    </QueryView>
  )
}

function OnBehalf({ task: { onBehalfOf, names } }: { task: Task }) {
  const { t } = useI18n()
  if (onBehalfOf === null) return null
  return <p className="warning-box">{t('tasks.onBehalfOf', { name: names[onBehalfOf] ?? '…' })}</p>
}

function Facts({ task }: { task: Task }) {
  const { t } = useI18n()
  const { dateTime, list } = useFormats()
  const { state, dueAt, performers, names, instance, instanceId, element, sheet, createdAt } = task
  const isOpen = state === 'assignment' || state === 'inProgress'
  const named = performers.map((id) => names[id] ?? '…')
  const file = fileOfSheet(task)
  const initiator = names[String(sheet?.createdBy ?? '')]
  const items = [
    file && { key: 'kind', name: t('tasks.kind'), value: t(`tasks.kind_${task.type as SheetKind}`) },
    file && {
      key: 'file',
      name: t('tasks.file'),
      value: (
        <Link to="/tasks/$id" params={{ id: task.id }} search={{ file: file.id }}>
          {`${file.name} · ${t('tasks.version', { version: file.version })}`}
        </Link>
      ),
    },
    typeof sheet?.comment === 'string' && { key: 'note', name: t('tasks.note'), value: sheet.comment },
    initiator && { key: 'initiator', name: t('tasks.initiator'), value: initiator },
    {
      key: 'state',
      name: t('tasks.state'),
      value: <StatusChip tone={isOpen ? 'info' : 'neutral'}>{t(`tasks.state_${state}`)}</StatusChip>,
    },
    dueAt && { key: 'due', name: t('tasks.due'), value: <DueDate at={dueAt} isOpen={isOpen} /> },
    { key: 'performers', name: t('tasks.performers'), value: list(named) },
    element && {
      key: 'element',
      name: t('tasks.document'),
      value: <Link to={`/apps/${element.namespace}/${element.code}/${element.id}` as '/'}>{element.name}</Link>,
    },
    instanceId && {
      key: 'process',
      name: t('tasks.process'),
      value: (
        <Link to={`/instances/${instanceId}` as '/'}>{String(instance?.name ?? '') || t('tasks.openProcess')}</Link>
      ),
    },
    { key: 'created', name: t('tasks.created'), value: dateTime(createdAt) },
  ]
  return <FieldList items={items.filter((item) => typeof item === 'object' && item !== null)} />
}

/** The types of tasks that sheets have. */
type SheetKind = 'approval' | 'familiarization'
