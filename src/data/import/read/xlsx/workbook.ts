import { posix } from 'node:path'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import { readXml } from '../../../../foundation/kit/xml/xml.ts'
import type { Zip } from '../../../../foundation/kit/zip.ts'
import { fileUnreadable, wrongOption } from '../../errors.ts'
import { builtInFormat, epochMs, formatOfCode, type NumberFormat } from './number-format.ts'
import { readSharedTexts, type SharedTexts } from './shared-texts.ts'

/** The name of the format in error messages. */
export const xlsx = 'XLSX file'

/** The parts of a workbook that are needed for reading the cells of a sheet. */
export interface Workbook {
  readonly sheetPath: string
  readonly sharedTexts: SharedTexts
  /** The number formats by style index, the attribute `s` of a cell. */
  readonly formats: readonly NumberFormat[]
  readonly epochMs: number
}

/**
 * Reads the workbook for a sheet; without `sheetName`, for the first sheet that is not hidden, or the first of hidden
 * sheets.
 */
export async function readWorkbook(zip: Zip, sheetName: string | undefined): Promise<Workbook> {
  const path = await workbookPath(zip)
  const parts = await relations(zip, path)
  const { sheets, from1904 } = await readSheetList(zip, path)
  const worksheets = sheets.flatMap((sheet) => {
    const part = parts.find(({ id, type }) => id === sheet.relation && type === 'worksheet')
    return part === undefined ? [] : [{ ...sheet, path: part.path }]
  })
  const pathOf = (type: string) => parts.find((part) => part.type === type && zip.has(part.path))?.path
  const texts = pathOf('sharedStrings')
  const styles = pathOf('styles')
  return {
    sheetPath: chosenSheet(worksheets, sheetName).path,
    sharedTexts: texts === undefined ? () => undefined : await readSharedTexts(zip.text(texts)),
    formats: styles === undefined ? [] : await readFormats(zip.text(styles)),
    epochMs: epochMs(from1904),
  }
}

/** Returns the names of the sheets of a workbook that are not hidden, in their order. */
export async function readSheetNames(zip: Zip): Promise<string[]> {
  const { sheets } = await readSheetList(zip, await workbookPath(zip))
  return sheets.filter(({ hidden }) => !hidden).map(({ name }) => name)
}

async function workbookPath(zip: Zip): Promise<string> {
  const root = await relations(zip, '')
  return root.find((part) => part.type === 'officeDocument')?.path ?? 'xl/workbook.xml'
}

interface Sheet {
  readonly name: string
  readonly hidden: boolean
  readonly relation: string
}

async function readSheetList(zip: Zip, path: string): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const sheets: Sheet[] = []
  let from1904 = false
  await readXml(
    zip.text(path),
    {
      open(name, attributes) {
        if (name === 'workbookPr') from1904 = isTrue(attributes.date1904)
        if (name !== 'sheet') return
        // The prefix of the attribute `r:id` differs between writers.
        const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
        sheets.push({ name: attributes.name ?? '', hidden: (attributes.state ?? 'visible') !== 'visible', relation })
      },
    },
    xlsx,
  )
  return { sheets, from1904 }
}

function chosenSheet<S extends Sheet>(sheets: readonly S[], name: string | undefined): S {
  if (name === undefined) {
    const first = sheets.find((sheet) => !sheet.hidden) ?? sheets[0]
    if (first === undefined) throw fileUnreadable('the XLSX file has no sheet')
    return first
  }
  const wanted = name.trim().toLowerCase()
  const found = sheets.find((sheet) => sheet.name.trim().toLowerCase() === wanted)
  if (found !== undefined) return found
  const names = sheets.map((sheet) => sheet.name)
  throw wrongOption(`the file has no sheet "${name.slice(0, 100)}"${didYouMean(name, names)}`, { field: 'sheet' })
}

interface Relation {
  readonly id: string
  /** The last segment of the relation's type URL, which is the same in transitional and strict files. */
  readonly type: string
  readonly path: string
}

/** Returns the relations of a part; `of` is '' for the package itself. */
async function relations(zip: Zip, of: string): Promise<Relation[]> {
  const folder = posix.dirname(of)
  const path = posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  const found: Relation[] = []
  if (!zip.has(path)) return found
  await readXml(
    zip.text(path),
    {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship') return
        const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
        found.push({ id: Id, type: posix.basename(Type), path: target })
      },
    },
    xlsx,
  )
  return found
}

async function readFormats(xml: AsyncIterable<string>): Promise<NumberFormat[]> {
  const own = new Map<string, NumberFormat>()
  const formats: NumberFormat[] = []
  let inCells = false
  await readXml(
    xml,
    {
      open(name, { numFmtId = '0', formatCode = '' }) {
        if (name === 'numFmt') own.set(numFmtId, formatOfCode(formatCode))
        else if (name === 'cellXfs') inCells = true
        else if (name === 'xf' && inCells) formats.push(own.get(numFmtId) ?? builtInFormat(Number(numFmtId)))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    },
    xlsx,
  )
  return formats
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}
