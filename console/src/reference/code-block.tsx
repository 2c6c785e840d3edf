import { useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { copyText } from '../ui/copy-text.ts'
import css from './reference.module.css'

/** Code that can be copied. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const { t } = useI18n()
  const [copied, setCopied] = useState('')
  return (
    <div className={css.block}>
      <button type="button" onClick={() => copyText(text).then(() => setCopied(text))}>
        {t(copied === text ? 'ui.copied' : 'ui.copy')}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the block scrolls, so the keyboard must reach it */}
      <section aria-label={label} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
