import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { lazily } from '../../ui/lazily.ts'
import { ErrorMessage, Loading, Skeleton } from '../../ui/states.tsx'
import css from './sign-in.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSignInLink } from './use-sign-in-link.ts'

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
