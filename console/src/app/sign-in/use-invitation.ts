import { useEffect, useState } from 'react'

/**
 * Returns the secret of an invitation, which the address holds after `#invitation=`, until the page is left. The secret
 * is removed from the address, so that neither the history nor a bookmark keeps it.
 */
export function useInvitation(): string | undefined {
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get('invitation') || undefined)
  useEffect(() => {
    if (secret !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  }, [secret])
  return secret
}
