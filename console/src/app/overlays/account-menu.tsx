import { Menu } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { sendDelayedWrites } from '../../api/delayed-writes.ts'
import { useStore } from '../../api/store.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { languages, nameOfLanguage } from '../../i18n/texts.ts'
import { changePreferences, type Preferences, preferences } from '../../routing/preferences.ts'
import { CheckIcon, SignOutIcon } from '../../ui/icons.tsx'
import { overlay } from '../overlay.ts'

/** The menu of the account: language, theme, row height, absence, shortcuts, sign-out. */
export function AccountMenu() {
  const { t } = useI18n()
  const { user, isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const current = useStore(preferences)
  const choice = <Key extends keyof Preferences>(key: Key, value: Preferences[Key], label: string) => (
    <Menu.RadioItem
      key={String(value)}
      value={String(value)}
      checked={current[key] === value}
      checkIcon={<CheckIcon size={14} />}
      onChange={() => void changePreferences({ [key]: value })}
    >
      {label}
    </Menu.RadioItem>
  )
  return (
    <>
      <Menu.Label>{isAdministrator ? `${user.login} · ${t('account.administrator')}` : user.login}</Menu.Label>
      <Menu.Divider />
      <Menu.Label>{t('account.language')}</Menu.Label>
      {languages.map((each) => choice('language', each, nameOfLanguage(each)))}
      <Menu.Label>{t('account.theme')}</Menu.Label>
      {choice('theme', 'light', t('account.light'))}
      {choice('theme', 'dark', t('account.dark'))}
      {choice('theme', 'system', t('account.system'))}
      <Menu.Label>{t('account.density')}</Menu.Label>
      {choice('density', 'compact', t('account.compact'))}
      {choice('density', 'comfortable', t('account.comfortable'))}
      <Menu.Divider />
      <Menu.Item component={Link} to="/absence">
        {t('account.absence')}
      </Menu.Item>
      <Menu.Item onClick={() => overlay.set('help')}>{t('app.shortcuts')}</Menu.Item>
      <Menu.Item leftSection={<SignOutIcon size={14} />} onClick={() => void signOut()}>
        {t('account.signOut')}
      </Menu.Item>
    </>
  )
}

/** Sends the delayed writes, ends the session, clears the stored input of this tab, and opens the sign-in page. */
async function signOut(): Promise<void> {
  await sendDelayedWrites()
  await call('signOut')
  sessionStorage.clear()
  location.assign('/console/sign-in')
}
