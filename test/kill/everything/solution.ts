import { writeZip } from '../../../src/solutions/files/write-zip.ts'

const files = [
  ['solution.yaml', 'code: storm\nname: Storm\nversion: 1.0.0\n'],
  ['namespaces/storm/namespace.yaml', 'name: Storm\n'],
  [
    'namespaces/storm/apps/documents.yaml',
    'name: Documents\nfields: [{ code: mark, type: string }, { code: files, type: file, array: true }]\n',
  ],
  ['namespaces/storm/apps/orders.yaml', 'name: Orders\nfields: [{ code: mark, type: string }]\n'],
  [
    'namespaces/storm/apps/goods.yaml',
    'name: Goods\nfields: [{ code: run, type: string }, { code: line, type: number }]\n',
  ],
] as const

/** The zip of the solution with the applications of sheets, webhooks and imports. */
export const stormSolution = (): Promise<Uint8Array> => writeZip(new Map(files))
