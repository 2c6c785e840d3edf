import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { QueryView } from '../ui/states.tsx'
import css from './file-preview.module.css'
import { PdfPages } from './pdf-pages.tsx'

const maxTextBytes = 512 * 1024
const linkMs = 8 * 60_000

/**
 * The preview of a file as pages, picture or text, depending on its content. All other files, such as HTML, SVG and
 * DOCX, can only be downloaded, so that no file can run scripts in the console.
 */
export function FilePreview({ id, name, version }: { id: string; name: string; version?: number | undefined }) {
  const { t } = useI18n()
  const preview = useQuery({
    queryKey: keys.file(id, 'preview', version),
    queryFn: async ({ signal }) => {
      const query = version === undefined ? {} : { version }
      const { kind, url } = await call('getFilePreview', { params: { id }, query, signal })
      return { kind, address: new URL(url, location.origin).pathname } // the console may be open under another host name
    },
    staleTime: linkMs,
  })
  return (
    <QueryView query={preview}>
      {({ kind, address }) => (
        <div className={css.preview}>
          <Content kind={kind} address={address} name={name} />
          <a href={address} download={name} className={css.download}>
            <DownloadIcon /> {t('files.download')}
          </a>
        </div>
      )}
    </QueryView>
  )
}

function Content({ kind, address, name }: { kind: string; address: string; name: string }) {
  const { t } = useI18n()
  if (kind === 'pdf') return <PdfPages address={address} label={name} />
  if (kind === 'image') return <img src={address} alt={name} className={css.image} />
  if (kind === 'text') return <TextContent address={address} name={name} />
  return <p className={css.none}>{t('files.noPreview')}</p>
}

function TextContent({ address, name }: { address: string; name: string }) {
  const query = useQuery({
    queryKey: keys.fileText(address),
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal, headers: { range: `bytes=0-${maxTextBytes - 1}` } })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return response.text()
    },
  })
  return (
    <QueryView query={query}>
      {(text) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <section className={css.text} tabIndex={0} aria-label={name}>
          {text}
        </section>
      )}
    </QueryView>
  )
}
