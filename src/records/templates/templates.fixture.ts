import { zipOf } from '../../files/text/office-files.fixture.ts'
import { inMemory } from '../../foundation/kit/source-file.ts'
import { openZip } from '../../foundation/kit/zip.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A paragraph of these runs. Word splits a text into runs anywhere. */
export const paragraph = (...runs: readonly string[]): string =>
  `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`).join('')}</w:p>`

/** A table of rows of cells. */
export const table = (...rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[]): string => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
}

/** A DOCX file with this body. `parts` are added, or replace its parts. */
export function docx(body: string, parts: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/>`,
    `<Override PartName="/word/header1.xml" ContentType="${wordType}.header+xml"/>`,
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
  ]
  return zipOf({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join('')}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document ${w}><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}

export const header = (text: string): string => `${xml}<w:hdr ${w}>${paragraph(text)}</w:hdr>`

/** A part with a relationship to a target outside of the file. */
export const external = (type: string, target: string): Readonly<Record<string, string>> => ({
  'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${relationships}"><Relationship Id="rId9" Type="${officeDocument}/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
})

/** Returns the paragraphs of a part of a DOCX file as texts. */
export async function paragraphsOf(bytes: Uint8Array, part = 'word/document.xml'): Promise<string[]> {
  const zip = await openZip(inMemory(bytes), 'document')
  const text = (await Array.fromAsync(zip.text(part))).join('')
  return [...text.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inside]) =>
    [...inside!.matchAll(/<w:t(?: [^>]*)?>(.*?)<\/w:t>|<w:br\/>/gs)]
      .map(([, run]) => run ?? '\n')
      .join('')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )
}
