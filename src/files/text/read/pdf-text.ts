import { getResolvedPDFJS } from 'unpdf'
import { UnreadableFile } from '../../../kit/unreadable-file.ts'
import type { TextSink } from './text-sink.ts'

/** Writes the text of all pages; that of pictures is not read. Throws UnreadableFile, also when a password is needed. */
export async function readPdfText(bytes: Uint8Array, sink: TextSink): Promise<void> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    // Nothing is drawn, so fonts need not be loaded.
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  })
  const pdf = await loading.promise.catch((cause: Error) => {
    if (cause.name === 'PasswordException') throw new UnreadableFile('the PDF needs a password', { cause })
    throw new UnreadableFile('the PDF is damaged', { cause })
  })
  for (let number = 1; number <= pdf.numPages && !sink.isFull; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) sink.add(item.hasEOL ? `${item.str}\n` : item.str)
    sink.add('\n')
    page.cleanup()
  }
}
