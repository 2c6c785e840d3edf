import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'

type LinkSignIn = { readonly state: 'none' | 'running' } | { readonly state: 'refused'; readonly error: unknown }

const secretInAddress = () => new URLSearchParams(location.hash.slice(1)).get('link')

/**
 * Signs in with the secret of a one-time link, which the address holds after `#link=`, and calls `onDone`. The secret
 * is removed from the address first, so that neither the history nor a bookmark keeps it.
 */
export function useSignInLink(onDone: () => void): LinkSignIn {
  const [signIn, setSignIn] = useState<LinkSignIn>(() => ({ state: secretInAddress() ? 'running' : 'none' }))
  const isStarted = useRef(false)
  useEffect(() => {
    const secret = secretInAddress()
    if (!secret || isStarted.current) return
    isStarted.current = true // a link works once, and effects run twice in development
    history.replaceState(history.state, '', location.pathname + location.search)
    call('signInByLink', { body: { secret } }).then(onDone, (error: unknown) => setSignIn({ state: 'refused', error }))
  })
  return signIn
}
