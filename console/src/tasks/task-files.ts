import { remarksOf } from './task-fields.ts'
import type { Task } from './task-queries.ts'

/** A file that the page of a task shows. */
export interface TaskFile {
  readonly id: string
  /** The name; undefined for a file that was attached to an answer. */
  readonly name?: string
  /** The version that a sheet is about; undefined for the latest version. */
  readonly version?: number
}

/** Returns the version of the file that the sheet of a task is about; undefined for the task of a process. */
export const fileOfSheet = ({ sheet }: Pick<Task, 'sheet'>): Required<TaskFile> | undefined =>
  sheet?.file as Required<TaskFile> | undefined

/** Returns the files of a task: that of its sheet first, then those of the element and those of remarks. */
export function filesOf(task: Pick<Task, 'sheet' | 'element' | 'fields'>): readonly TaskFile[] {
  const asked = fileOfSheet(task)
  const ofElement = (task.element?.files ?? []).filter(({ id }) => id !== asked?.id)
  const attached = task.fields.flatMap((field) => remarksOf(field) ?? []).flatMap(({ file }) => file ?? [])
  return [
    ...(asked ? [asked] : []),
    ...ofElement.map(({ id, name }) => ({ id, name })),
    ...attached.map((id) => ({ id })),
  ]
}
