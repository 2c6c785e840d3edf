import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { answerLanguages, bestLanguage, sourceLanguage } from '../../foundation/kit/languages.ts'
import { separateTexts, textLanguages, withTextsIn } from '../../solutions/index.ts'
import { readReport } from './definition/read-report.ts'
import type { ReportFile } from './definition/report-schema.ts'
import { reportTexts } from './definition/stored-reports.ts'
import { builtInNamespace, compileReport, type Report } from './report.ts'

/** Returns a report of the platform in the language that the running request asks for. */
export type BuiltInReport = () => Report

/** Reads the reports of the platform in a folder: a `.sql` file and a `.yaml` file for each. */
export function readBuiltInReports(folder: string, defaultLanguage: string = sourceLanguage): BuiltInReport[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.sort().map((name) => {
    const code = basename(name, '.sql')
    const source = readFileSync(join(folder, name))
    const separated = separateTexts(parse(readFileSync(join(folder, `${code}.yaml`), 'utf8')), reportTexts)
    const { texts } = separated
    const address = { namespace: builtInNamespace, code, file: join(folder, name) }
    const file = { value: separated.value, texts, source, at: () => ({ file: name, path: '' }), refuse: refused(name) }
    const draft = readReport(file as typeof file & { value: ReportFile }, address)
    const known = new Map<string, Report>()
    return () => {
      const language = bestLanguage(answerLanguages(), textLanguages(texts)) ?? defaultLanguage
      const definition = withTextsIn([language, defaultLanguage], draft.definition, texts, reportTexts)
      const report = known.get(language) ?? compileReport(address, definition, draft.sql)
      known.set(language, report)
      return report
    }
  })
}

const refused = (file: string) => (path: readonly (string | number)[], message: string) => {
  throw new Error(`${file}: ${path.join('.')}: ${message}`)
}
