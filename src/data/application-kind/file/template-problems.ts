import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Field } from '../../../values/index.ts'

/** Returns the problems of a name template, which may contain `{$field}`, `{$full_name.lastname}` and `{$__index}`. */
export function templateProblems(template: string, fields: ReadonlyMap<string, Field>): string[] {
  const problems: string[] = []
  for (const [whole, path] of template.matchAll(/\{\$([^{}]*)\}/g)) {
    if (path === '__index') continue
    const [code, part, ...rest] = path!.split('.')
    const field = fields.get(code!)
    if (field === undefined) {
      problems.push(`there is no field "${code}" for ${whole}${didYouMean(code!, [...fields.keys(), '__index'])}`)
      continue
    }
    const parts = Object.keys(field.type.parts ?? {})
    if (rest.length > 0 || (part !== undefined && !parts.includes(part))) {
      problems.push(`"${code}" has no part "${[part, ...rest].join('.')}"${didYouMean(part!, parts)}`)
    }
  }
  if (/\{\$(?![^{}]*\})/.test(template)) problems.push('a placeholder is not closed: write {$field}')
  return problems
}
