import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { lazily } from '../../ui/lazily.ts'
import { ErrorMessage, Loading, Skeleton } from '../../ui/states.tsx'
import css from './sign-in.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')
const AcceptInvitation = lazily(async () => (await import('./accept-invitation.tsx')).AcceptInvitation)

/** Sign-in with user name and password, a one-time link, or an invitation; opens the requested page afterwards. */
export function SignInPage() {
  const { t } = useI18n()
  const { to } = route.useSearch()
  const { history } = useRouter()
  const onDone = () => {
    queryClient.removeQueries(workspaceQuery)
    history.push(to?.startsWith('/console/') ? to : '/console/')
  }
  const link = useSignInLink(onDone)
  const invitation = useInvitation()
  if (invitation !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <AcceptInvitation secret={invitation} onDone={onDone} />
      </Suspense>
    )
  return (
    <SignInCard title={t('app.signInTitle')}>
      {link.state === 'refused' && <ErrorMessage error={link.error} />}
      {link.state === 'running' ? <Skeleton lines={3} /> : <SignInForm onDone={onDone} />}
      <p className={css.other}>
        <Link to="/setup">{t('app.setupTitle')}</Link>
      </p>
    </SignInCard>
  )
}

/**
 * Returns the secret of an invitation, which the address holds after `#invitation=`, until the page is left. The secret
 * is removed from the address, so that neither the history nor a bookmark keeps it.
 */
function useInvitation(): string | undefined {
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get('invitation') || undefined)
  useEffect(() => {
    if (secret !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  }, [secret])
  return secret
}

type LinkSignIn = { readonly state: 'none' | 'running' } | { readonly state: 'refused'; readonly error: unknown }

const secretInAddress = () => new URLSearchParams(location.hash.slice(1)).get('link')

/**
 * Signs in with the secret of a one-time link, which the address holds after `#link=`, and calls `onDone`. The secret
 * is removed from the address first, so that neither the history nor a bookmark keeps it.
 */
function useSignInLink(onDone: () => void): LinkSignIn {
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
