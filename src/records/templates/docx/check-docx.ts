import type { XmlReader } from '../../../foundation/kit/xml/xml.ts'
import { loadedBySvg, loadsInStyle } from '../pictures.ts'

/** Reports a reason why a DOCX file is refused. */
export type RefuseDocx = (reason: string) => void

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Fields of Word that load something from outside, or run a program, when the document is opened. */
const loadingField = /(^|\W)(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|DATABASE|RD)(\W|$)/i

/** Returns the reader of `[Content_Types].xml`, which must declare a document without macros. */
export function contentTypesReader(refuse: RefuseDocx, found: { hasDocument: boolean }): XmlReader {
  return {
    open(name, { ContentType = '' }) {
      if (name !== 'Override' && name !== 'Default') return
      if (ContentType === mainType) found.hasDocument = true
      if (/macroEnabled|vbaProject|activeX/i.test(ContentType)) refuse('it contains macros or active controls')
    },
  }
}

/**
 * Returns the reader of a part with relationships. Links to web pages, mail addresses and telephone numbers are
 * allowed. Everything else outside of the file, such as a remote template or picture, would be loaded when the
 * document is opened or converted.
 */
export function relationshipsReader(refuse: RefuseDocx): XmlReader {
  return {
    open(name, { TargetMode = '', Type = '', Target = '' }) {
      if (name !== 'Relationship' || TargetMode.toLowerCase() !== 'external') return
      const isLink = Type.endsWith('/hyperlink') && /^(https?:|mailto:|tel:)/i.test(Target)
      if (!isLink) refuse(`it loads ${Type.split('/').at(-1) || 'something'} from outside, "${Target.slice(0, 100)}"`)
    },
  }
}

/**
 * Returns the reader of a part that may be an SVG picture, under any name. A picture that loads something from outside
 * of itself is refused, because a converter would put a file of the server into the document.
 */
export function pictureReader(refuse: RefuseDocx): XmlReader {
  let isSvg = false
  return {
    open(element, attributes) {
      const name = element.split(':').at(-1)!
      isSvg ||= name === 'svg'
      const loaded = isSvg ? loadedBySvg(name, attributes) : undefined
      if (loaded !== undefined) refuse(`its SVG picture loads "${loaded.slice(0, 100)}"`)
    },
    text(text) {
      if (isSvg && loadsInStyle(text)) refuse('its SVG picture has a style that loads something')
    },
  }
}

/** Returns the reader of the fields of a part, such as page numbers; fields that load something are refused. */
export function fieldsReader(refuse: RefuseDocx): XmlReader & { end(): void } {
  let instruction = ''
  let isReading = false
  function end(): void {
    if (loadingField.test(instruction)) refuse(`its field "${instruction.trim().slice(0, 100)}" loads other files`)
    instruction = ''
  }
  return {
    open(name, attributes) {
      if (name === 'altChunk') refuse('it embeds a document of another format')
      if (name === 'fldSimple') {
        instruction = attributes['w:instr'] ?? Object.values(attributes).join(' ')
        end()
      }
      if (name === 'fldChar') end()
      isReading = name === 'instrText'
    },
    text(text) {
      // Word splits an instruction into several runs anywhere, also inside a word.
      if (isReading) instruction += text
    },
    close() {
      isReading = false
    },
    end,
  }
}
