import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { readReport } from './definition/read-report.ts'
import type { ReportFile } from './definition/report-schema.ts'
import { builtInNamespace, compileReport, type Report } from './report.ts'

/** Reads the reports of the platform in a folder: a `.sql` file and a `.yaml` file for each. */
export function readBuiltInReports(folder: string): Report[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.sort().map((name) => {
    const code = basename(name, '.sql')
    const source = readFileSync(join(folder, name))
    const value = parse(readFileSync(join(folder, `${code}.yaml`), 'utf8')) as ReportFile
    const address = { namespace: builtInNamespace, code, file: join(folder, name) }
    const draft = readReport({ value, source, at: () => ({ file: name, path: '' }), refuse: refused(name) }, address)
    return compileReport(address, draft.definition, draft.sql)
  })
}

const refused = (file: string) => (path: readonly (string | number)[], message: string) => {
  throw new Error(`${file}: ${path.join('.')}: ${message}`)
}
