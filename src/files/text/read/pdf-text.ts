import { getResolvedPDFJS } from 'unpdf'
import { UnreadableFile } from '../../../foundation/kit/unreadable-file.ts'
import type { TextSink } from './text-sink.ts'

/** The number of pages that are read; text on later pages is not searchable. */
const maxPages = 5_000

/**
 * Writes the text of the pages into the sink; text in pictures is not read. Throws `UnreadableFile` for a damaged PDF
 * and for one that needs a password.
 */
export async function readPdfText(bytes: Uint8Array, sink: TextSink): Promise<void> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    // Fonts are not needed, since nothing is drawn.
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  })
  const pdf = await loading.promise.catch((cause: Error) => {
    if (cause.name === 'PasswordException') throw new UnreadableFile('the PDF needs a password', { cause })
    throw new UnreadableFile('the PDF is damaged', { cause })
  })
  // A small file may refer to one page hundreds of thousands of times.
  const pages = Math.min(pdf.numPages, maxPages)
  for (let number = 1; number <= pages && !sink.isFull; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) sink.add(item.hasEOL ? `${item.str}\n` : item.str)
    sink.add('\n')
    page.cleanup()
  }
}
