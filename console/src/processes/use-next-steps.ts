import { useQuery } from '@tanstack/react-query'
import { instanceQuery, modelQuery } from './queries.ts'
import { stepsAfter } from './steps-after.ts'

/**
 * Returns the names of the steps that can follow a step of an instance. The list is empty while the diagram is being
 * read, and for users who cannot see the instance.
 */
export function useNextSteps(instanceId: string | null, elementId: string | null): readonly string[] {
  const { data: instance } = useQuery({ ...instanceQuery(instanceId ?? ''), enabled: instanceId !== null })
  const { namespace = '', code = '', version = 0 } = instance?.template ?? {}
  const { data } = useQuery({ ...modelQuery(namespace, code, version), enabled: instance !== undefined })
  return data === undefined || elementId === null ? [] : stepsAfter(data.model, elementId)
}
