import { useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../api/workspace.ts'

/** Returns whether the signed-in user is an administrator. */
export const useIsAdministrator = (): boolean => useSuspenseQuery(workspaceQuery).data.isAdministrator
