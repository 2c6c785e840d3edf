import pdfjsUrl from 'unpdf/pdfjs?url'

interface PdfPage {
  getViewport(options: { scale: number }): { width: number; height: number }
  render(options: { canvas: HTMLCanvasElement; viewport: unknown }): { promise: Promise<void>; cancel(): void }
}

export interface PdfDocument {
  readonly numPages: number
  getPage(number: number): Promise<PdfPage>
}

interface Library {
  readonly getDocument: (options: object) => { readonly promise: Promise<PdfDocument> }
  readonly PDFWorker: new (options: { port: Worker }) => object
}

let loaded: Promise<{ getDocument: Library['getDocument']; worker: object }> | undefined

/**
 * Opens a PDF file. Files are read in a worker, so that a large one does not stop the page. The file of the library is
 * loaded twice, as a module of the page and as the worker; it detects which of the two it is.
 */
export async function openPdf(url: string): Promise<PdfDocument> {
  loaded ??= load().catch((error) => {
    loaded = undefined
    throw error
  })
  const { getDocument, worker } = await loaded
  return getDocument({ url, worker, isEvalSupported: false, useSystemFonts: true }).promise
}

async function load() {
  const { getDocument, PDFWorker }: Library = await import(/* @vite-ignore */ pdfjsUrl)
  return { getDocument, worker: new PDFWorker({ port: new Worker(pdfjsUrl, { type: 'module' }) }) }
}
