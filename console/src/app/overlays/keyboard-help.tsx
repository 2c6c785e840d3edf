import { Modal, Switch } from '@mantine/core'
import { useStore } from '../../api/store.ts'
import { useI18n } from '../../i18n/index.tsx'
import { areLettersOn, type Shortcut, setLetters, shortcuts } from '../../ui/keys/shortcuts.ts'
import { KeyCaps } from '../key-caps.tsx'
import { closeOverlay } from '../overlay.ts'
import css from './keyboard-help.module.css'

/** All shortcuts of the page and of the console, and the switch for single letters. */
export function KeyboardHelp() {
  const { t } = useI18n()
  const all = useStore(shortcuts)
  const isOn = useStore(areLettersOn)
  const list = (chosen: readonly Shortcut[]) => (
    <dl>
      {[...new Map(chosen.map((shortcut) => [shortcut.keys, shortcut])).values()].map(({ keys, label }) => (
        <div key={keys}>
          <dt>{t(label)}</dt>
          <dd>
            <KeyCaps keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Modal
      opened
      onClose={closeOverlay}
      title={t('app.shortcuts')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.columns}>
        <section>
          <h3>{t('account.shortcutsPage')}</h3>
          {list(all.filter(({ isGeneral }) => !isGeneral))}
        </section>
        <section>
          <h3>{t('account.shortcutsGeneral')}</h3>
          {list(all.filter(({ isGeneral }) => isGeneral))}
        </section>
      </div>
      <Switch
        label={t('account.shortcutsOn')}
        checked={isOn}
        onChange={(event) => setLetters(event.currentTarget.checked)}
        mt="lg"
      />
    </Modal>
  )
}
