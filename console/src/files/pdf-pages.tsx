import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { QueryView } from '../ui/states.tsx'
import css from './file-preview.module.css'
import { openPdf, type PdfDocument } from './open-pdf.ts'

const maxPages = 50

/** The pages of a PDF file, drawn on canvases; the first 50 of them. */
export function PdfPages({ address, label }: { address: string; label: string }) {
  const { t } = useI18n()
  const query = useQuery({
    queryKey: keys.pdf(address),
    queryFn: () => openPdf(address),
    gcTime: 0,
    structuralSharing: false,
  })
  return (
    <QueryView query={query}>
      {(pdf) => (
        <div className={css.pages}>
          {pageNumbers(pdf).map((page) => (
            <PdfCanvas
              key={page}
              pdf={pdf}
              number={page}
              label={t('files.page', { name: label, page, pages: pdf.numPages })}
            />
          ))}
        </div>
      )}
    </QueryView>
  )
}

const pageNumbers = ({ numPages }: PdfDocument) =>
  Array.from({ length: Math.min(numPages, maxPages) }, (_, index) => index + 1)

function PdfCanvas({ pdf, number, label }: { pdf: PdfDocument; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    let stop: (() => void) | undefined
    void (async () => {
      const page = await pdf.getPage(number)
      if (isGone || !canvas.current) return
      const width = canvas.current.parentElement?.clientWidth ?? 800
      const scale = (width * devicePixelRatio) / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale })
      canvas.current.width = viewport.width
      canvas.current.height = viewport.height
      const task = page.render({ canvas: canvas.current, viewport })
      stop = () => task.cancel()
      await task.promise.catch(() => undefined) // cancelled
    })()
    return () => {
      isGone = true
      stop?.()
    }
  }, [pdf, number])
  return <canvas ref={canvas} className={css.page} role="img" aria-label={label} />
}
