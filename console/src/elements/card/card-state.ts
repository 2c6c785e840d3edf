import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'

const route = getRouteApi('/shell/apps/$namespace/$code/$id')

/** Returns the parameters of the element page in the address, and the function that changes them. */
export function useCardState() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return useMemo(
    () => ({
      ...search,
      change: (part: Partial<typeof search>) =>
        navigate({ search: (now: typeof search) => ({ ...now, ...part }), replace: true }),
    }),
    [search, navigate],
  )
}
